//! Two kernels that differ in nothing but the value they fill with.
#![deny(warnings)]

use gather_core::{View, gather_kernel};

fn main() {
    let (data, at) = (View::from(&[0]), View::from(&[1]));
    let one = gather_kernel!(Gather, i32, i64, rank = 1, out_of_range = fill(1));
    let two = gather_kernel!(Gather, i32, i64, rank = 1, out_of_range = fill(2));
    assert_eq!(one.run(data, at).unwrap().as_slice(), [1]);
    assert_eq!(two.run(data, at).unwrap().as_slice(), [2]);
}
