//! ONNX GatherND 11, 12 and 13. Examples without `batch_dims` stand in all three, the others in 12 and
//! 13; the examples with types in their names are those of the node tests of 13.

use gather_core::Op;

use crate::example::example;

const SINCE_11: &[&str] = &["onnx_11", "onnx_12", "onnx_13", "onnxruntime"];
const SINCE_12: &[&str] = &["onnx_12", "onnx_13", "onnxruntime"];

const SQUARE: [[i32; 2]; 2] = [[0, 1], [2, 3]];
const CUBE: [[[i32; 2]; 2]; 2] = [[[0, 1], [2, 3]], [[4, 5], [6, 7]]];

#[test]
fn example_1() {
    example::<i32>(
        SINCE_11,
        Op::gather_nd(0),
        &SQUARE,
        &[[0, 0], [1, 1]],
        &[0, 3],
    );
}

#[test]
fn example_2() {
    example::<i32>(
        SINCE_11,
        Op::gather_nd(0),
        &SQUARE,
        &[[1], [0]],
        &[[2, 3], [0, 1]],
    );
}

#[test]
fn example_3() {
    example::<i32>(
        SINCE_11,
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
        SINCE_11,
        Op::gather_nd(0),
        &CUBE,
        &[[[0, 1]], [[1, 0]]],
        &output,
    );
}

#[test]
fn example_5() {
    example::<i32>(
        SINCE_12,
        Op::gather_nd(1),
        &CUBE,
        &[[1], [0]],
        &[[2, 3], [4, 5]],
    );
}

#[test]
fn int32() {
    example::<i32>(
        SINCE_11,
        Op::gather_nd(0),
        &SQUARE,
        &[[0, 0], [1, 1]],
        &[0, 3],
    );
}

#[test]
fn float32() {
    let data = CUBE.map(|square| square.map(|row| row.map(|element| element as f32)));
    let output = [[[2.0, 3.0]], [[4.0, 5.0]]];
    example::<f32>(
        SINCE_11,
        Op::gather_nd(0),
        &data,
        &[[[0, 1]], [[1, 0]]],
        &output,
    );
}

#[test]
fn int32_batchdim_1() {
    example::<i32>(
        SINCE_12,
        Op::gather_nd(1),
        &CUBE,
        &[[1], [0]],
        &[[2, 3], [4, 5]],
    );
}
