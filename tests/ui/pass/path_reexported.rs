//! Another crate may re-export this one, or its macros, under its own path.
#![deny(warnings)]

mod engine {
    pub mod prelude {
        pub use gather_core as g;
        pub use gather_core::gather_kernel as make;
        pub use gather_core::{View, gather_table};
    }
}

mod user {
    use crate::engine::prelude::*;

    make!(pub(crate) struct Rows: Gather, f32, u32, rank = 2);
    g::gather_kernel!(pub(crate) struct Swap: Gather, u8, u8, data = [2], indices = [2]);
    gather_table!(pub(crate) static TABLE: Gather, u8, u8; rank = 1;);

    pub(crate) fn last() -> Vec<u8> {
        let last = crate::engine::prelude::g::gather_kernel!(Gather, u8, i8, rank = 1);
        last.run(View::from(&[1, 2, 3]), View::from(&[-1]))
            .unwrap()
            .into_vec()
    }
}

fn main() {
    use engine::prelude::View;
    assert_eq!(user::last(), [3]);
    assert_eq!(user::Swap.run(&[1, 2], &[1, 0]).unwrap(), [2, 1]);
    assert_eq!(
        user::TABLE
            .run(View::from(&[1, 2]), View::from(&[1]))
            .unwrap()
            .as_slice(),
        [2]
    );
    assert_eq!(user::Rows::NAME, "gather_f32_u32_r2_a0_b0");
}
