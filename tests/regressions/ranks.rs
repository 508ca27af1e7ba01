//! Any number of dimensions: nests of loops that do not fit the plan, ranks up to 64, a shape of five
//! thousand ones.

use gather_core::{
    BatchOutput, BatchSizes, DepthZero, NonAxis, Op, Rules, ViewDyn, gather_op_output_shape,
};
use gather_tests::{
    agree::{Inputs, agree},
    oracle::{Case, Refused, elements},
};

use crate::Shape;

/// Indices that go round the axis, from both ends.
fn values(indices: &[usize], size: i128) -> Vec<i128> {
    let count = elements(indices).expect("small") as i128;
    (0..count)
        .map(|n| (n * 7 + n / 5) % (2 * size) - size)
        .collect()
}

#[test]
fn more_levels_than_a_plan_holds() {
    let shapes: [(Shape, Shape); 2] = [
        (&[3; 12], &[2; 12]),
        (&[4; 10], &[3, 2, 3, 2, 3, 2, 3, 2, 3, 2]),
    ];
    for (data, indices) in shapes {
        let last = data.len() as isize - 1;
        for axis in [0, 5, last] {
            let op = Op::gather_elements(axis);
            let case = Case::new(op, data, indices, &values(indices, 3));
            agree::<u32, i64>(&case).expect("indices are at most as large as data");
            agree::<u8, i8>(&case).expect("in bytes, too");
            let mut bad = case.clone();
            bad.values[4000] = 4;
            bad.values[4095] = -5;
            let (flat, value) = (4000, 4);
            assert_eq!(agree::<u32, i64>(&bad), Err(Refused::Index { flat, value }));
        }
    }
}

/// Sizes of 1 that stand now on one side, now on the other.
fn alternating(rank: usize, odd: usize) -> Vec<usize> {
    let size = |axis| if axis % 2 == odd { 1 } else { 2 };
    (0..rank).map(size).collect()
}

#[test]
fn batches_that_are_repeated_over_many_dimensions() {
    const RANK: usize = 12;
    let (data, indices) = (alternating(RANK, 0), alternating(RANK, 1));
    for batch_output in [BatchOutput::Kept, BatchOutput::Flattened] {
        let rules = Rules {
            batch_sizes: BatchSizes::Broadcast,
            depth_zero: DepthZero::Copy,
            batch_output,
            ..Rules::ONNX
        };
        let tails: [(Op, Shape, Shape); 6] = [
            (Op::gather_nd(RANK), &[3], &[1]),
            (Op::gather_nd(RANK), &[3], &[2, 1]),
            (Op::gather_nd(RANK), &[3, 2], &[1]),
            (Op::gather_nd(RANK), &[3], &[0]),
            (Op::gather(12, 12), &[3], &[]),
            (Op::gather(13, 12), &[2, 3, 2], &[2]),
        ];
        for (op, data_tail, indices_tail) in tails {
            let data = [&data, data_tail].concat();
            let indices = [&indices, indices_tail].concat();
            let values = values(&indices, 3);
            let case = Case::new(op, &data, &indices, &values).with(rules);
            let gathered = agree::<u16, i32>(&case).expect("repeated");
            assert!(gathered.sources.len() >= 1 << RANK, "{case:?}");
        }
    }
}

#[test]
fn elements_that_are_repeated_over_many_dimensions() {
    let (data, mut indices) = (alternating(13, 0), alternating(13, 1));
    let rules = Rules {
        non_axis: NonAxis::Broadcast,
        ..Rules::ONNX
    };
    for axis in [0, 1, 6, 12] {
        let size = data[axis] as i128;
        indices[axis] = 3;
        let op = Op::gather_elements(axis as isize);
        let case = Case::new(op, &data, &indices, &values(&indices, size)).with(rules);
        let gathered = agree::<u32, i16>(&case).expect("repeated");
        assert!(gathered.sources.len() >= 3 << 12, "{case:?}");
        indices[axis] = if axis % 2 == 1 { 1 } else { 2 };
    }
}

/// Calls of this rank over a few elements: twos at both ends, ones between.
fn calls_of_rank(rank: usize) -> Vec<Case> {
    let mut data = vec![1; rank];
    (data[0], data[rank - 1]) = (2, 2);
    let mut tuple = vec![0; rank];
    (tuple[0], tuple[rank - 1]) = (1, -1);
    let mut batch = data.clone();
    batch[rank - 1] = 1;
    let last = rank as isize - 1;
    vec![
        Case::new(Op::gather_nd(0), &data, &[rank], &tuple),
        Case::new(Op::gather_nd(0), &data, &[2, 1], &[1, 0]),
        Case::new(Op::gather_nd(rank - 1), &data, &batch, &[1, 0]),
        Case::new(Op::gather(last, 0), &data, &[3], &[1, -2, 0]),
        Case::new(Op::gather(0, 0), &[2], &data, &[0, -1, 1, -2]),
        Case::new(Op::gather(last, last), &data, &data, &[1, 0, -1, 1]),
        Case::new(Op::gather_elements(0), &data, &data, &[1, 0, -1, 1]),
        Case::new(Op::gather_elements(-1), &data, &data, &[1, 0, -1, 1]),
        Case::new(Op::gather_elements(-1), &data, &data, &[1, 0, 9, 1]),
    ]
}

#[test]
fn ranks_up_to_64() {
    for rank in 2..=64 {
        for case in calls_of_rank(rank) {
            let broken = agree::<u32, i64>(&case) == Err(Refused::Rule);
            assert!(!broken, "{case:?}");
        }
    }
}

/// On a stack that would not survive a call per dimension.
#[test]
fn five_thousand_dimensions() {
    const RANK: usize = 5000;
    let run = || {
        for case in calls_of_rank(RANK) {
            let result = agree::<u32, i64>(&case);
            let inputs = Inputs::<u32, i64>::of(&case);
            let views = format!("{:?} {:?}", inputs.data(), inputs.indices());
            assert!(views.len() > RANK, "shown in full");
            match inputs.fresh() {
                Ok(out) => assert_eq!(result.map(|r| r.shape).as_deref(), Ok(out.shape())),
                Err(error) => assert!(error.to_string().contains("index 9"), "{error}"),
            }
            let shape = gather_op_output_shape(case.op, &case.data, &case.indices, case.rules);
            assert!(
                format!("{shape:?} {:?}", inputs.fresh()).len() > 10,
                "shown"
            );
        }
    };
    let thread = std::thread::Builder::new().stack_size(256 << 10);
    thread.spawn(run).unwrap().join().unwrap();
}

#[test]
fn one_element_in_five_thousand_dimensions() {
    let (ones, one, zero) = ([1; 5000], [7_u8], [0_i64]);
    let data = ViewDyn::new(&one, &ones).unwrap();
    let indices = ViewDyn::new(&zero, &ones).unwrap();
    let out = gather_core::gather_elements_dyn(data, indices, 2500).unwrap();
    assert_eq!((out.rank(), out.as_slice()), (5000, &[7][..]));
    let text = format!("{out:?}");
    assert!(text.ends_with(&format!("7{}", "]".repeat(5000))), "nested");
}
