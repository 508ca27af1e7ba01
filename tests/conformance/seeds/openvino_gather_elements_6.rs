//! OpenVINO GatherElements-6, with the three equations that it gives for rank 3.

use gather_core::Op;

use super::Shapes;
use crate::example::example;

const PRESETS: &[&str] = &["openvino_6", "openvino_7", "openvino_8"];

#[test]
fn example_1_concrete_values() {
    let (indices, output) = ([[0, 1], [0, 0]], [[1, 4], [1, 2]]);
    example::<i32>(
        PRESETS,
        Op::gather_elements(0),
        &[[1, 2], [3, 4]],
        &indices,
        &output,
    );
}

#[test]
fn example_2_indices_longer_than_data() {
    let (indices, output) = ([[1, 1, 0], [1, 0, 1]], [[7, 7, 1], [3, 4, 3]]);
    example::<i32>(
        PRESETS,
        Op::gather_elements(1),
        &[[1, 7], [4, 3]],
        &indices,
        &output,
    );
}

#[test]
fn example_3_indices_shorter_than_data() {
    let data = [[1, 2, 3], [4, 5, 6], [7, 8, 9]];
    let (indices, output) = ([[1, 0, 1], [1, 2, 0]], [[4, 2, 6], [4, 8, 3]]);
    example::<i32>(PRESETS, Op::gather_elements(0), &data, &indices, &output);
}

#[test]
fn xml() {
    let shapes = Shapes {
        presets: PRESETS,
        op: Op::gather_elements(1),
        data: &[3, 7, 5],
        indices: &[3, 10, 5],
        output: &[3, 10, 5],
    };
    shapes.hold(
        |flat| flat * 3 % 7,
        |picks| {
            let mut sources = Vec::new();
            for i in 0..3 {
                for j in 0..10 {
                    sources.extend((0..5).map(|k| (i * 7 + picks[(i * 10 + j) * 5 + k]) * 5 + k));
                }
            }
            sources
        },
    );
}

#[rustfmt::skip]
const DATA: [[[i32; 4]; 3]; 2] = [
    [[100, 101, 102, 103], [110, 111, 112, 113], [120, 121, 122, 123]],
    [[200, 201, 202, 203], [210, 211, 212, 213], [220, 221, 222, 223]],
];

/// An array made from its coordinates.
fn cube<U, const A: usize, const B: usize, const C: usize>(
    element: impl Fn(usize, usize, usize) -> U,
) -> [[[U; C]; B]; A] {
    use core::array::from_fn;
    from_fn(|i| from_fn(|j| from_fn(|k| element(i, j, k))))
}

/// Positions along an axis of this size, in an order that favours no dimension.
fn positions<const A: usize, const B: usize, const C: usize>(size: usize) -> [[[usize; C]; B]; A] {
    cube(|i, j, k| (i * 5 + j * 3 + k * 7) % size)
}

fn signed<const A: usize, const B: usize, const C: usize>(
    positions: [[[usize; C]; B]; A],
) -> [[[i64; C]; B]; A] {
    cube(|i, j, k| positions[i][j][k] as i64)
}

#[test]
fn equation_for_axis_0() {
    let indices = positions::<5, 3, 4>(2);
    let output: [[[_; 4]; 3]; 5] = cube(|i, j, k| DATA[indices[i][j][k]][j][k]);
    example::<i32>(
        PRESETS,
        Op::gather_elements(0),
        &DATA,
        &signed(indices),
        &output,
    );
}

#[test]
fn equation_for_axis_1() {
    let indices = positions::<2, 5, 4>(3);
    let output: [[[_; 4]; 5]; 2] = cube(|i, j, k| DATA[i][indices[i][j][k]][k]);
    example::<i32>(
        PRESETS,
        Op::gather_elements(1),
        &DATA,
        &signed(indices),
        &output,
    );
}

#[test]
fn equation_for_axis_2() {
    let indices = positions::<2, 3, 5>(4);
    let output: [[[_; 5]; 3]; 2] = cube(|i, j, k| DATA[i][j][indices[i][j][k]]);
    example::<i32>(
        PRESETS,
        Op::gather_elements(2),
        &DATA,
        &signed(indices),
        &output,
    );
}
