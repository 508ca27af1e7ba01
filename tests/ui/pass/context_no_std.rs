//! In a crate without the standard library's prelude.
#![no_std]
#![forbid(unsafe_code)]
#![deny(warnings, missing_docs)]

extern crate std;

use gather_core::{View, gather_kernel, gather_table};

gather_kernel!(
    /// Rows by number.
    pub struct Rows: Gather, f32, u32, rank = 2
);
gather_kernel!(
    /// Two of three.
    pub struct Two: GatherND, u8, i8, data = [3], indices = [2, 1]
);
gather_table!(
    /// Rows by width.
    pub static TABLE: Gather, f32, u32, axis = 0; rank = 2; data = [_, 2];
);

fn main() {
    let table = View::from(&[[1.0, 2.0], [3.0, 4.0]]);
    let at = View::from(&[1]);
    assert_eq!(Rows.run(table, at).unwrap().as_slice(), [3.0, 4.0]);
    assert_eq!(TABLE.run(table, at).unwrap().as_slice(), [3.0, 4.0]);
    assert_eq!(Two.run(&[1, 2, 3], &[[2], [0]]), Ok([3, 1]));
    let pick = gather_kernel!(Gather, char, u8, rank = 1, out_of_range = fill('?'));
    assert_eq!(
        pick.run(View::from(&['a']), View::from(&[0, 1]))
            .unwrap()
            .as_slice(),
        ['a', '?']
    );
}
