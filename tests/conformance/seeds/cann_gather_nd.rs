//! Ascend CANN GatherNd: 例1 to 例4.

use gather_core::Op;

use crate::example::example;

const PRESETS: &[&str] = &["cann", "cann_negative"];

const SQUARE: [[i32; 2]; 2] = [[0, 1], [2, 3]];
const CUBE: [[[i32; 2]; 2]; 2] = [[[0, 1], [2, 3]], [[4, 5], [6, 7]]];

#[test]
fn example_1() {
    example::<i32>(
        PRESETS,
        Op::gather_nd(0),
        &SQUARE,
        &[[0, 0], [1, 1]],
        &[0, 3],
    );
}

#[test]
fn example_2() {
    example::<i32>(
        PRESETS,
        Op::gather_nd(0),
        &SQUARE,
        &[[1], [0]],
        &[[2, 3], [0, 1]],
    );
}

#[test]
fn example_3() {
    example::<i32>(
        PRESETS,
        Op::gather_nd(0),
        &CUBE,
        &[[0, 1], [1, 0]],
        &[[2, 3], [4, 5]],
    );
}

#[test]
fn example_4() {
    let output = [[[2, 3]], [[4, 5]]];
    example::<i32>(
        PRESETS,
        Op::gather_nd(0),
        &CUBE,
        &[[[0, 1]], [[1, 0]]],
        &output,
    );
}
