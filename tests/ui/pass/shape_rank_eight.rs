//! The largest typed ranks, in and out.
#![deny(warnings)]

use gather_core::{Tensor, View, gather_kernel};

fn main() {
    let deep = [[[[[[[[1, 2]]]]]]]];
    let last = gather_kernel!(Gather, i32, i64, rank = 8, axis = -1);
    let out: Tensor<i32, 8> = last.run(View::from(&deep), View::from(&[1])).unwrap();
    assert_eq!(out.as_slice(), [2]);
    let element = gather_kernel!(GatherND, i32, i64, rank = 8, depth = 8);
    let out: Tensor<i32, 0> = element
        .run(View::from(&deep), View::from(&[0, 0, 0, 0, 0, 0, 0, -1]))
        .unwrap();
    assert_eq!(out.as_slice(), [2]);
    let batches = gather_kernel!(GatherND, i32, i64, rank = 8, batch_dims = 7);
    let out = batches
        .run(View::from(&deep), View::from(&[[[[[[[[1]]]]]]]]))
        .unwrap();
    assert_eq!((out.shape(), out.as_slice()), (&[1; 7][..], &[2][..]));
    let fixed = gather_kernel!(
        GatherElements,
        i32,
        i64,
        data = [1, 1, 1, 1, 1, 1, 1, 2],
        indices = [1, 1, 1, 1, 1, 1, 1, 1],
        axis = 7
    );
    assert_eq!(
        fixed.run(&deep, &[[[[[[[[1]]]]]]]]).unwrap(),
        [[[[[[[[2]]]]]]]]
    );
    let eight = gather_kernel!(Gather, i32, i64, rank = 1);
    let out: Tensor<i32, 8> = eight
        .run(View::from(&[5, 6]), View::from(&[[[[[[[[1]]]]]]]]))
        .unwrap();
    assert_eq!((out.shape(), out.as_slice()), (&[1; 8], &[6][..]));
}
