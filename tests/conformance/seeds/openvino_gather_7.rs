//! OpenVINO Gather-7.

use gather_core::Op;

use super::Shapes;
use crate::example::example;

const PRESETS: &[&str] = &["openvino_7", "openvino_8"];

const TWO_BY_FIVE: [[i32; 5]; 2] = [[1, 2, 3, 4, 5], [6, 7, 8, 9, 10]];

#[test]
fn example_1_default_batch_dims() {
    example::<i32>(
        PRESETS,
        Op::gather(0, 0),
        &[1, 2, 3, 4, 5],
        &[0, 0, 4],
        &[1, 1, 5],
    );
}

#[test]
fn example_2_one_batch_dimension() {
    let (indices, output) = ([[0, 0, 4], [4, 0, 0]], [[1, 1, 5], [10, 6, 6]]);
    example::<i32>(PRESETS, Op::gather(1, 1), &TWO_BY_FIVE, &indices, &output);
}

#[test]
#[rustfmt::skip]
fn example_3_two_batch_dimensions() {
    let indices = [[[0, 0, 4],
                    [4, 0, 0]],

                   [[1, 2, 4],
                    [4, 3, 2]]];
    let data = [[[1, 2, 3, 4, 5],
                 [6, 7, 8, 9, 10]],

                [[11, 12, 13, 14, 15],
                 [16, 17, 18, 19, 20]]];
    let output = [[[ 1, 1, 5],
                   [10, 6, 6]],

                  [[12, 13, 15],
                   [20, 19, 18]]];
    example::<i32>(PRESETS, Op::gather(2, 2), &data, &indices, &output);
}

#[test]
#[rustfmt::skip]
fn example_4_axis_above_batch_dims() {
    let indices = [[1, 2, 4],
                   [4, 3, 2]];
    let data = [[[[ 1,  2,  3,  4],
                  [ 5,  6,  7,  8],
                  [ 9, 10, 11, 12],
                  [13, 14, 15, 16],
                  [17, 18, 19, 20]]],

                [[[21, 22, 23, 24],
                  [25, 26, 27, 28],
                  [29, 30, 31, 32],
                  [33, 34, 35, 36],
                  [37, 38, 39, 40]]]];
    let output = [[[[ 5,  6,  7,  8],
                    [ 9, 10, 11, 12],
                    [17, 18, 19, 20]]],

                  [[[37, 38, 39, 40],
                    [33, 34, 35, 36],
                    [29, 30, 31, 32]]]];
    example::<i32>(PRESETS, Op::gather(2, 1), &data, &indices, &output);
}

#[test]
fn example_5_negative_batch_dims() {
    let (indices, output) = ([[0, 0, 4], [4, 0, 0]], [[1, 1, 5], [10, 6, 6]]);
    example::<i32>(PRESETS, Op::gather(1, -1), &TWO_BY_FIVE, &indices, &output);
}

#[test]
fn xml() {
    let shapes = Shapes {
        presets: PRESETS,
        op: Op::gather(1, 1),
        data: &[2, 64, 128],
        indices: &[2, 32, 21],
        output: &[2, 32, 21, 128],
    };
    shapes.hold(
        |flat| flat * 11 % 64,
        |picks| {
            let mut sources = Vec::new();
            for batch in 0..2 {
                for pick in 0..32 * 21 {
                    let row = batch * 64 + picks[batch * 32 * 21 + pick];
                    sources.extend((0..128).map(|column| row * 128 + column));
                }
            }
            sources
        },
    );
}
