//! Attributes that count from the end.
#![deny(warnings)]

use gather_core::{View, gather_kernel};

fn main() {
    let data = View::from(&[[[1, 2], [3, 4]], [[5, 6], [7, 8]]]);
    let at = View::from(&[[1], [0]]);
    let from_end = gather_kernel!(
        Gather,
        i32,
        i64,
        rank = 3,
        indices_rank = 2,
        axis = -2,
        batch_dims = -1
    );
    let from_front = gather_kernel!(
        Gather,
        i32,
        i64,
        rank = 3,
        indices_rank = 2,
        axis = 1,
        batch_dims = 1
    );
    assert_eq!(
        from_end.run(data, at).unwrap(),
        from_front.run(data, at).unwrap()
    );
    assert_eq!(from_front.run(data, at).unwrap().as_slice(), [3, 4, 5, 6]);
    let none = gather_kernel!(
        Gather,
        i32,
        i64,
        rank = 3,
        indices = [_, 1],
        axis = 2,
        batch_dims = -2
    );
    assert_eq!(none.run(data, at).unwrap().shape(), &[2, 2, 2, 1]);
    let elements = gather_kernel!(GatherElements, i32, i64, rank = 3, axis = -3);
    let out = elements.run(data, View::from(&[[[1, 0], [0, 1]]])).unwrap();
    assert_eq!(out.as_slice(), [5, 2, 3, 8]);
    let zero = gather_kernel!(
        GatherND,
        i32,
        i64,
        rank = 3,
        batch_dims = 0,
        semantics = onnx_11
    );
    assert_eq!(
        zero.run(data, View::from(&[1, 1, 1])).unwrap().as_slice(),
        [8]
    );
}
