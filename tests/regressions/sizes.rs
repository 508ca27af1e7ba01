//! Sizes whose products do not fit: an error before any allocation, or nothing at all where a 0 makes the
//! shape empty; and elements without size, of which there can be any number.

use gather_core::{
    BatchOutput, BatchSizes, DepthZero, GatherError, NonAxis, Op, OutOfRange, Rules, ViewDyn,
    Violation, gather_dyn, gather_op_dyn, gather_op_dyn_into,
};
use gather_tests::{
    agree::{Inputs, Marked, agree, options, shape_agrees},
    oracle::{Case, Gathered, elements},
};

use crate::{Shape, Values};

const COPY: Rules = Rules {
    depth_zero: DepthZero::Copy,
    ..Rules::ONNX
};
const REPEAT: Rules = Rules {
    batch_sizes: BatchSizes::Broadcast,
    non_axis: NonAxis::Broadcast,
    ..COPY
};
const FLATTEN: Rules = Rules {
    batch_output: BatchOutput::Flattened,
    ..COPY
};
const FILL: Rules = Rules {
    out_of_range: OutOfRange::Fill(()),
    ..REPEAT
};

#[test]
fn a_zero_makes_any_shape_empty() {
    const M: usize = 1 << 40;
    let table: &[(Op, Shape, Shape, Rules, Shape)] = &[
        (Op::gather(2, 0), &[M, M, 0], &[0], Rules::ONNX, &[M, M, 0]),
        (Op::gather(0, 0), &[M, M, 0], &[1], Rules::ONNX, &[1, M, 0]),
        (
            Op::gather(0, 0),
            &[M, 0, M],
            &[M, 0],
            Rules::ONNX,
            &[M, 0, 0, M],
        ),
        (
            Op::gather(2, 2),
            &[M, M, 0],
            &[M, M, 0],
            Rules::ONNX,
            &[M, M, 0],
        ),
        (Op::gather_nd(0), &[M, M, 0], &[1, 2], Rules::ONNX, &[1, 0]),
        (
            Op::gather_nd(0),
            &[M, M, 0],
            &[M, M, 0, 1],
            Rules::ONNX,
            &[M, M, 0, M, 0],
        ),
        (Op::gather_nd(0), &[M, M, 0], &[M, 0], COPY, &[M, M, M, 0]),
        (
            Op::gather_nd(3),
            &[M, M, 0, M],
            &[M, M, 0, 1],
            FLATTEN,
            &[0],
        ),
        (
            Op::gather_nd(2),
            &[0, M, M],
            &[0, M, M, 1],
            FLATTEN,
            &[0, M],
        ),
        (
            Op::gather_elements(2),
            &[M, M, 0],
            &[M, M, 0],
            Rules::ONNX,
            &[M, M, 0],
        ),
        (
            Op::gather_elements(0),
            &[M, M, 0],
            &[M, M, 0],
            REPEAT,
            &[M, M, 0],
        ),
    ];
    for (op, data, indices, rules, shape) in table {
        let case = no_indices_or_zeros(*op, data, indices).with(*rules);
        let (shape, sources) = (shape.to_vec(), vec![]);
        assert_eq!(
            agree::<u32, i64>(&case),
            Ok(Gathered { shape, sources }),
            "{case:?}"
        );
    }
}

/// Strides of a table without elements mean nothing, and must not overflow on the way to a fill.
#[test]
fn strides_of_an_empty_table_do_not_overflow() {
    const M: usize = 1 << 40;
    const H: usize = 1 << 63;
    let table: &[(Op, Shape, Shape, Values)] = &[
        (
            Op::gather_nd(0),
            &[M, M, 0],
            &[1, 3],
            &[M as i128 - 1, M as i128 - 1, 0],
        ),
        (Op::gather_nd(0), &[M, M, M, 0], &[1, 4], &[-1, -1, -1, 0]),
        (Op::gather_nd(1), &[2, M, M, 0], &[2, 3], &[-1; 6]),
        (Op::gather(0, 0), &[0, 2], &[3], &[5, 0, -1]),
    ];
    for (op, data, indices, values) in table {
        let case = Case::new(*op, data, indices, values).with(FILL);
        let gathered = agree::<u32, i64>(&case).expect("filled");
        assert!(gathered.sources.iter().all(Option::is_none), "{case:?}");
    }
    let leading_part = Rules {
        non_axis: NonAxis::AtMost,
        ..FILL
    };
    let table: &[(Shape, Shape)] = &[
        (&[0, 3, H, 3], &[1, 3, 2, 1]),
        (&[0, 200, H, 3], &[1, 200, 1, 1]),
        (
            &[0, 3, H, 3, 2, 2, 2, 2, 2, 2, 2, 2],
            &[1, 3, 2, 2, 1, 2, 1, 2, 1, 2, 1, 2],
        ),
    ];
    for (data, indices) in table {
        let values = vec![0; indices.iter().product()];
        let case = Case::new(Op::gather_elements(0), data, indices, &values);
        let gathered = agree::<u32, i64>(&case.with(leading_part)).expect("filled");
        assert!(gathered.sources.iter().all(Option::is_none), "{data:?}");
    }
}

#[test]
fn products_that_do_not_fit_are_refused_before_any_allocation() {
    const M: usize = 1 << 40;
    let table: &[(Op, Shape, Shape, Rules)] = &[
        // slices of a table that is empty along its axis
        (Op::gather(0, 0), &[0, M, M], &[1], FILL),
        (Op::gather(0, 0), &[0, 1 << 63], &[2], FILL),
        (Op::gather(0, 0), &[0, usize::MAX], &[2], FILL),
        (Op::gather(2, 0), &[M, M, 0], &[1], FILL),
        (Op::gather_nd(0), &[0, M, M], &[1, 1], FILL),
        (Op::gather_nd(0), &[0, 1 << 63], &[3, 1], FILL),
        // copies of a whole table
        (Op::gather_nd(0), &[1 << 20], &[1 << 50, 0], COPY),
        (Op::gather_nd(0), &[2], &[usize::MAX, 0], COPY),
        (Op::gather_nd(1), &[1, 1 << 10], &[1 << 60, 1, 0], REPEAT),
        // a batch in one dimension that does not fit, though nothing is in it
        (Op::gather_nd(2), &[M, M, 0], &[M, M, 0], FLATTEN),
        // a size of 1 that is repeated too often
        (Op::gather_elements(0), &[0, 1 << 63], &[2, 1], FILL),
        (Op::gather_elements(0), &[0, M, M], &[1, 1, 1], FILL),
    ];
    for (op, data, indices, rules) in table {
        let case = no_indices_or_zeros(*op, data, indices).with(*rules);
        let inputs = Inputs::<u8, i64>::of(&case);
        let refused = inputs.fresh().unwrap_err();
        let overflow = matches!(refused, GatherError::Rule(Violation::SizeOverflow { .. }));
        assert!(overflow, "{refused:?}: {case:?}");
        assert_eq!(inputs.over(&mut [1, 2, 3]), Err(refused));
        assert_eq!(shape_agrees(&case), Err(refused));
    }
}

/// Sizes that fit, just, and those that do not, from the shapes alone.
#[test]
fn products_are_judged_at_their_limit() {
    const HALF: usize = 1 << 32;
    let table: &[(Op, Shape, Shape, bool)] = &[
        (Op::gather(1, 0), &[46_341, 2], &[46_341], true),
        (Op::gather(0, 0), &[1, HALF - 1], &[HALF + 1], true),
        (Op::gather(0, 0), &[1, HALF], &[HALF], false),
        (Op::gather(0, 0), &[1, 1], &[usize::MAX], true),
        (Op::gather(0, 0), &[1, 2], &[usize::MAX], false),
        (Op::gather(0, 0), &[HALF, HALF], &[1], false),
        (Op::gather(0, 0), &[1], &[HALF, HALF], false),
        (Op::gather_nd(0), &[1, HALF - 1], &[HALF + 1, 1], true),
        (Op::gather_nd(0), &[1, HALF], &[HALF, 1], false),
        (Op::gather_elements(0), &[1, HALF], &[HALF - 1, HALF], true),
        (Op::gather_elements(0), &[1, HALF], &[HALF, HALF], false),
    ];
    for (op, data, indices, fits) in table {
        let case = Case::new(*op, data, indices, &[]);
        assert_eq!(shape_agrees(&case).is_ok(), *fits, "{case:?}");
    }
}

/// A case whose indices, if there are any, are all 0.
fn no_indices_or_zeros(op: Op, data: &[usize], indices: &[usize]) -> Case {
    let count = elements(indices).expect("it fits");
    Case::new(op, data, indices, &vec![0; count])
}

/// Outputs that fit `usize` but no memory, with the number of their elements.
const TOO_LARGE: &[(Op, Shape, Shape, Rules, usize)] = &[
    (Op::gather_nd(0), &[1 << 10], &[1 << 50, 0], COPY, 1 << 60),
    (Op::gather_nd(0), &[1 << 10], &[1 << 53, 0], COPY, 1 << 63),
    (Op::gather_nd(1), &[1, 4], &[1 << 60, 1, 0], REPEAT, 1 << 62),
    (Op::gather(0, 0), &[0, 1 << 60], &[1], FILL, 1 << 60),
    (Op::gather(0, 0), &[0, usize::MAX], &[1], FILL, usize::MAX),
    (Op::gather_nd(0), &[0, 1 << 60], &[2, 1], FILL, 1 << 61),
    (
        Op::gather_elements(0),
        &[0, 1 << 60],
        &[1, 1],
        FILL,
        1 << 60,
    ),
];

fn refused_for_want_of_memory<T: Marked>() {
    let element_size = size_of::<T>();
    for (op, data, indices, rules, elements) in TOO_LARGE {
        let (case, elements) = (no_indices_or_zeros(*op, data, indices), *elements);
        let case = case.with(*rules);
        let inputs = Inputs::<T, i64>::of(&case);
        let refused = Err(GatherError::OutOfMemory {
            elements,
            element_size,
        });
        assert_eq!(inputs.fresh(), refused, "{case:?}");
        assert_eq!(inputs.slow(), refused, "{case:?}");
        let (expected, found) = (elements, 0);
        let refused = Err(GatherError::OutputLength { expected, found });
        assert_eq!(inputs.over(&mut []), refused, "{case:?}");
    }
}

#[test]
fn outputs_beyond_memory_are_errors_and_no_aborts() {
    refused_for_want_of_memory::<u8>();
    refused_for_want_of_memory::<u128>();
    refused_for_want_of_memory::<String>();
}

#[test]
fn a_megabyte_copied_too_often() {
    const MEGABYTE: usize = 1 << 20;
    for (copies, fits) in [
        (1 << 40, true),
        (1 << 43, true),
        (1 << 44, false),
        (1 << 50, false),
    ] {
        let case = Case::new(Op::gather_nd(0), &[MEGABYTE], &[copies, 0], &[]).with(COPY);
        match Inputs::<u8, i64>::of(&case).fresh() {
            Err(GatherError::OutOfMemory { elements, .. }) if fits => {
                assert_eq!(elements, copies * MEGABYTE);
            }
            Err(GatherError::Rule(Violation::SizeOverflow { .. })) if !fits => {}
            other => panic!("{copies} copies: {:?}", other.err()),
        }
    }
}

/// No memory and a bad index at once: whichever is reported, the reference reports the same.
#[test]
fn a_bad_index_of_an_output_beyond_memory_is_reported_alike() {
    let case = Case::new(Op::gather(0, 0), &[0, 1 << 60], &[1], &[0]);
    let inputs = Inputs::<u8, i64>::of(&case);
    assert_eq!(inputs.fresh(), inputs.slow());
}

/// As many elements as can be counted, of no bytes: nothing is moved, so nothing may be walked over.
#[test]
fn enormous_shapes_of_nothing_return_at_once() {
    let table: &[(Op, Shape, Shape, &[i64], usize)] = &[
        (Op::gather_nd(0), &[1], &[1 << 60, 0], &[], 1 << 60),
        (Op::gather_nd(0), &[1 << 20], &[1 << 43, 0], &[], 1 << 63),
        (Op::gather_nd(0), &[usize::MAX], &[2, 1], &[-1, 0], 2),
        (Op::gather_nd(1), &[1, 4], &[1 << 60, 1, 0], &[], 1 << 62),
        (Op::gather(0, 0), &[usize::MAX], &[1], &[-1], 1),
        (Op::gather(1, 0), &[1 << 40, 3], &[2], &[2, -3], 1 << 41),
        (Op::gather(0, 0), &[2, 1 << 60], &[3], &[9, 0, 1], 3 << 60),
        (
            Op::gather_elements(0),
            &[3, 1 << 60],
            &[1, 1],
            &[7],
            1 << 60,
        ),
    ];
    for (op, data_shape, indices_shape, values, elements) in table {
        let every = [(); usize::MAX];
        let data = &every[..data_shape.iter().product()];
        let data = ViewDyn::new(data, data_shape).unwrap();
        let indices = ViewDyn::new(values, indices_shape).unwrap();
        let fill = options(&Case::new(*op, &[], &[], &[]).with(FILL), ());
        let mut out = gather_op_dyn(*op, data, indices, &fill).unwrap();
        assert_eq!(out.as_slice().len(), *elements, "{op:?} {data_shape:?}");
        let over = gather_op_dyn_into(*op, data, indices, &fill, out.as_mut_slice());
        assert_eq!(over, Ok(()), "{op:?} {data_shape:?}");
    }
}

/// Nothing is moved, but the indices are read.
#[test]
fn indices_of_nothing_are_checked() {
    let every = [(); 3 << 40];
    let data = ViewDyn::new(&every, &[1 << 40, 3]).unwrap();
    let values = [2_u8, 3];
    let Err(GatherError::Index(error)) = gather_dyn(data, ViewDyn::from(&values), 1, 0) else {
        panic!("3 of 3 is out of range");
    };
    assert_eq!((error.flat(), error.value()), (1, 3));
}
