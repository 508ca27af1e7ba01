//! Sizes of 1 that repeat: in the batch, and off the axis of GatherElements.
#![deny(warnings)]

use gather_core::{View, gather_kernel};

fn main() {
    let data = [[1, 2, 3]];
    let at = [[[2]], [[0]]];
    let pick = gather_kernel!(
        GatherND,
        i32,
        i64,
        rank = 2,
        batch_dims = 1,
        depth = 1,
        batch_sizes = broadcast
    );
    let out = pick.run(View::from(&data), View::from(&at)).unwrap();
    assert_eq!((out.shape(), out.as_slice()), (&[2, 1], &[3, 1][..]));
    let fixed = gather_kernel!(
        GatherND,
        i32,
        i64,
        data = [1, 3],
        indices = [2, 1, 1],
        batch_dims = 1,
        batch_sizes = broadcast
    );
    assert_eq!(fixed.run(&data, &at).unwrap(), [[3], [1]]);
    let back = gather_kernel!(
        Gather,
        i32,
        i64,
        data = [2, 3],
        indices = [1, 2],
        axis = 1,
        batch_dims = 1,
        batch_sizes = broadcast
    );
    assert_eq!(
        back.run(&[[1, 2, 3], [4, 5, 6]], &[[2, 0]]).unwrap(),
        [[3, 1], [6, 4]]
    );
    let rows = gather_kernel!(
        Gather,
        i32,
        i64,
        rank = 2,
        axis = 1,
        batch_dims = 1,
        batch_sizes = broadcast
    );
    let out = rows
        .run(View::from(&[[1, 2, 3], [4, 5, 6]]), View::from(&[[2, 0]]))
        .unwrap();
    assert_eq!(out.as_slice(), [3, 1, 6, 4]);
    let along = gather_kernel!(
        GatherElements,
        i32,
        i64,
        rank = 2,
        axis = 1,
        non_axis = broadcast
    );
    let out = along
        .run(View::from(&[[1, 2], [3, 4]]), View::from(&[[1]]))
        .unwrap();
    assert_eq!((out.shape(), out.as_slice()), (&[2, 1], &[2, 4][..]));
    let fixed = gather_kernel!(
        GatherElements,
        i32,
        i64,
        data = [1, 2],
        indices = [3, 2],
        axis = 1,
        non_axis = broadcast
    );
    assert_eq!(
        fixed.run(&[[1, 2]], &[[0, 1], [1, 0], [1, 1]]).unwrap(),
        [[1, 2], [2, 1], [2, 2]]
    );
    let equal = gather_kernel!(GatherElements, i32, i64, rank = 2, non_axis = equal);
    assert!(
        equal
            .run(View::from(&[[1, 2]]), View::from(&[[0]]))
            .is_err()
    );
}
