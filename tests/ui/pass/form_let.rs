//! A kernel as the value of a `let`.
#![deny(warnings)]

use gather_core::{View, gather_kernel};

fn main() {
    let rows = gather_kernel!(Gather, f32, u32, rank = 2, axis = 0);
    let table = [[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]];
    let out = rows.run(View::from(&table), View::from(&[2, 0])).unwrap();
    assert_eq!(out.shape(), &[2, 2]);
    assert_eq!(out.as_slice(), [5.0, 6.0, 1.0, 2.0]);
}
