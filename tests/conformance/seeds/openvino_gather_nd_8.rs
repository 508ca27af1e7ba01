//! OpenVINO GatherND-8.

use gather_core::Op;

use super::Shapes;
use crate::example::example;

const PRESET: &[&str] = &["openvino_8"];

const SQUARE: [[i32; 2]; 2] = [[1, 2], [3, 4]];

#[rustfmt::skip]
const TWO_BY_THREE_BY_FOUR: [[[i32; 4]; 3]; 2] = [
    [[ 1,  2,  3,  4], [ 5,  6,  7,  8], [ 9, 10, 11, 12]],
    [[13, 14, 15, 16], [17, 18, 19, 20], [21, 22, 23, 24]],
];

#[test]
fn example_1_elements() {
    example::<i32>(
        PRESET,
        Op::gather_nd(0),
        &SQUARE,
        &[[0, 0], [1, 0]],
        &[1, 3],
    );
}

#[test]
fn example_2_slices() {
    example::<i32>(
        PRESET,
        Op::gather_nd(0),
        &SQUARE,
        &[[1], [0]],
        &[[3, 4], [1, 2]],
    );
}

#[test]
fn example_3_leading_dimensions() {
    let output = [[[3, 4]], [[1, 2]]];
    example::<i32>(PRESET, Op::gather_nd(0), &SQUARE, &[[[1]], [[0]]], &output);
}

#[test]
fn example_4_elements_in_batches() {
    example::<i32>(PRESET, Op::gather_nd(1), &SQUARE, &[[1], [0]], &[2, 3]);
}

#[test]
fn example_5_slices_in_batches() {
    let output = [[5, 6, 7, 8], [13, 14, 15, 16]];
    example::<i32>(
        PRESET,
        Op::gather_nd(1),
        &TWO_BY_THREE_BY_FOUR,
        &[[1], [0]],
        &output,
    );
}

#[test]
fn example_6_two_batch_dimensions() {
    let indices = [[[[1]], [[0]], [[2]]], [[[0]], [[2]], [[2]]]];
    let output = [[[2], [5], [11]], [[13], [19], [23]]];
    example::<i32>(
        PRESET,
        Op::gather_nd(2),
        &TWO_BY_THREE_BY_FOUR,
        &indices,
        &output,
    );
}

#[test]
#[rustfmt::skip]
fn example_7_three_batch_dimensions() {
    let data = [[[[ 1,  2,  3,  4],
                  [ 5,  6,  7,  8]],
                 [[ 9, 10, 11, 12],
                  [13, 14, 15, 16]]]];
    let indices = [[[[1],
                     [0]],
                    [[3],
                     [2]]]];
    let output = [[[ 2,  5],
                   [12, 15]]];
    example::<i32>(PRESET, Op::gather_nd(3), &data, &indices, &output);
}

#[test]
fn xml_1_no_batch() {
    let shapes = Shapes {
        presets: PRESET,
        op: Op::gather_nd(0),
        data: &[1000, 256, 10, 15],
        indices: &[25, 125, 3],
        output: &[25, 125, 15],
    };
    let index = |flat: usize| flat / 3 * 37 % [1000, 256, 10][flat % 3];
    shapes.hold(index, |picks| {
        let mut sources = Vec::new();
        for tuple in 0..25 * 125 {
            let [i, j, k] = [0, 1, 2].map(|coordinate| picks[tuple * 3 + coordinate]);
            sources.extend((0..15).map(|l| ((i * 256 + j) * 10 + k) * 15 + l));
        }
        sources
    });
}

#[test]
fn xml_2_two_batch_dimensions() {
    let shapes = Shapes {
        presets: PRESET,
        op: Op::gather_nd(2),
        data: &[30, 2, 100, 35],
        indices: &[30, 2, 3, 1],
        output: &[30, 2, 3, 35],
    };
    shapes.hold(
        |flat| flat * 31 % 100,
        |picks| {
            let mut sources = Vec::new();
            for batch in 0..30 * 2 {
                for tuple in 0..3 {
                    let row = batch * 100 + picks[batch * 3 + tuple];
                    sources.extend((0..35).map(|column| row * 35 + column));
                }
            }
            sources
        },
    );
}

#[test]
fn xml_3_three_batch_dimensions() {
    let shapes = Shapes {
        presets: PRESET,
        op: Op::gather_nd(3),
        data: &[1, 64, 64, 320],
        indices: &[1, 64, 64, 1, 1],
        output: &[1, 64, 64, 1],
    };
    shapes.hold(
        |flat| flat * 13 % 320,
        |picks| {
            (0..64 * 64)
                .map(|batch| batch * 320 + picks[batch])
                .collect()
        },
    );
}
