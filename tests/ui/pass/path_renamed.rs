//! The crate under another name.
#![deny(warnings)]

extern crate gather_core as linked;
use gather_core as renamed;

mod gather_core_of_somebody_else {}

mod inner {
    use super::renamed::gather_kernel as kernel;
    kernel!(pub(crate) struct Rows: Gather, u8, u8, rank = 1);
    super::linked::gather_table!(pub(crate) static TABLE: Gather, u8, u8; rank = 1;);
}

fn main() {
    let (data, at) = (renamed::View::from(&[1, 2]), linked::View::from(&[1]));
    let kernel = renamed::gather_kernel!(Gather, u8, u8, rank = 1);
    assert_eq!(kernel.run(data, at).unwrap().as_slice(), [2]);
    let kernel = linked::gather_kernel!(Gather, String, u8, rank = 1, out_of_range = fill);
    let out = kernel
        .run(renamed::View::from(&[String::new()]), at)
        .unwrap();
    assert_eq!(out.as_slice(), [""]);
    assert_eq!(inner::Rows.run(data, at).unwrap().as_slice(), [2]);
    assert_eq!(inner::TABLE.run(data, at).unwrap().as_slice(), [2]);
}
