//! OpenVINO's GatherND-5: one leading dimension for the whole batch.
#![deny(warnings)]

use gather_core::{Tensor, View, gather_kernel};

fn main() {
    let data = [[[1, 2], [3, 4], [5, 6]], [[7, 8], [9, 10], [11, 12]]];
    let at = [[[[1]], [[0]], [[1]]], [[[0]], [[0]], [[-1]]]];
    let (view, views) = (View::from(&data), View::from(&at));
    let kept = gather_kernel!(
        GatherND,
        i32,
        i64,
        rank = 3,
        batch_dims = 2,
        depth = 1,
        batch_output = kept
    );
    let out: Tensor<i32, 3> = kept.run(view, views).unwrap();
    assert_eq!(out.shape(), &[2, 3, 1]);
    let flat = gather_kernel!(
        GatherND,
        i32,
        i64,
        rank = 3,
        batch_dims = 2,
        depth = 1,
        batch_output = flattened
    );
    let out: Tensor<i32, 2> = flat.run(view, views).unwrap();
    assert_eq!(
        (out.shape(), out.as_slice()),
        (&[6, 1], &[2, 3, 6, 7, 9, 12][..])
    );
    let fixed = gather_kernel!(
        GatherND,
        i32,
        i64,
        data = [2, 3, 2],
        indices = [2, 3, 1, 1],
        batch_dims = 2,
        batch_output = flattened
    );
    assert_eq!(
        fixed.run(&data, &at).unwrap(),
        [[2], [3], [6], [7], [9], [12]]
    );
    assert_eq!(fixed.output_shape(), [6, 1]);
    let preset = gather_kernel!(
        GatherND,
        i32,
        i64,
        rank = 3,
        batch_dims = 2,
        semantics = openvino_5
    );
    assert_eq!(
        preset.output_shape(&[2, 3, 2], &[2, 3, 4, 1]).unwrap(),
        [6, 4]
    );
    let single = gather_kernel!(
        GatherND,
        i32,
        i64,
        rank = 3,
        batch_dims = 1,
        depth = 2,
        batch_output = flattened
    );
    assert_eq!(
        single
            .run(view, View::from(&[[0, 1], [2, 0]]))
            .unwrap()
            .as_slice(),
        [2, 11]
    );
}
