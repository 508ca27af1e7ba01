//! A user's own macro makes kernels; every kind of fragment arrives.
#![deny(warnings)]

use gather_core::{View, gather_kernel, gather_table};

macro_rules! kernels {
    ($($(#[$attribute:meta])* $vis:vis $name:ident: $operator:ident, $element:ty, $index:ident, $rank:literal;)*) => {
        $(gather_kernel!($(#[$attribute])* $vis struct $name: $operator, $element, $index, rank = $rank);)*
    };
}

kernels! {
    /// Bytes.
    pub Bytes: Gather, u8, i64, 1;
    #[derive(PartialEq)]
    Words: GatherElements, String, u32, 2;
    pub(crate) Pairs: Gather, (u8, char), u8, 1;
}

macro_rules! rows {
    ($element:ty, $shape:tt, axis = $axis:expr, or $fill:expr) => {
        gather_kernel!(
            Gather,
            $element,
            u8,
            data = $shape,
            axis = $axis,
            out_of_range = fill($fill)
        )
    };
}

macro_rules! pick {
    ($data:expr, $at:expr; $($spec:tt)*) => {
        gather_kernel!($($spec)*).run(View::from(&$data), View::from(&$at)).unwrap().into_vec()
    };
}

macro_rules! table {
    ($name:ident: $element:path; $($width:literal)*) => {
        gather_table!(static $name: Gather, $element, u8, axis = 0; rank = 2; $(data = [_, $width];)*);
    };
}

table!(TABLE: u8; 2 4 8);

fn main() {
    assert_eq!(
        Bytes
            .run(View::from(&[1, 2]), View::from(&[-1]))
            .unwrap()
            .as_slice(),
        [2]
    );
    assert_eq!(Words::NAME, "gather_elements_string_u32_r2_a0");
    assert_eq!(
        Pairs
            .run(View::from(&[(1, 'a')]), View::from(&[0]))
            .unwrap()
            .as_slice(),
        [(1, 'a')]
    );
    let fallback = 9;
    const NINE: u8 = 9;
    let out = rows!(u8, [_, 2], axis = 1, or NINE)
        .run(View::from(&[[1, 2], [3, 4]]), View::from(&[1, 7]))
        .unwrap();
    assert_eq!(out.as_slice(), [2, fallback, 4, fallback]);
    assert_eq!(
        pick!([1.5, 2.5], [1, 1]; Gather, f64, u16, rank = 1),
        [2.5, 2.5]
    );
    assert_eq!(TABLE.find(&[3, 4], &[1]), Some("gather_u8_u8_dx_4_a0_b0"));
}
