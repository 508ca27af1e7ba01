//! The rows of "What went wrong elsewhere" in `SEMANTICS.md`, one test each.
//!
//! The expected values are written out here; the comparison with the oracle, in every way to run the
//! call, comes with [`agree`].

use gather_core::{
    BatchSizes, GatherError, GatherOptions, Negative, Op, OutOfRange, Rules, ViewDyn,
    gather_dyn_into, gather_op_dyn,
};
use gather_tests::{
    agree::{Inputs, agree},
    oracle::{Case, Gathered, Refused},
};

use crate::{Shape, Values};

const REJECT_NEGATIVES: Rules = Rules {
    negative: Negative::Reject,
    ..Rules::ONNX
};

/// Where the elements of the output come from; `None` where they are filled.
#[track_caller]
fn sources(case: &Case) -> Vec<Option<usize>> {
    match agree::<u32, i64>(case) {
        Ok(Gathered { sources, .. }) => sources,
        Err(refused) => panic!("{refused:?}: {case:?}"),
    }
}

/// The index that is refused, where it stands and what it is.
#[track_caller]
fn bad_index(case: &Case) -> (usize, i128) {
    match agree::<u32, i64>(case) {
        Err(Refused::Index { flat, value }) => (flat, value),
        other => panic!("{other:?}: {case:?}"),
    }
}

#[track_caller]
fn assert_breaks_a_rule(case: &Case) {
    assert_eq!(agree::<u32, i64>(case), Err(Refused::Rule), "{case:?}");
}

fn from(sources: &[usize]) -> Vec<Option<usize>> {
    sources.iter().copied().map(Some).collect()
}

#[test]
fn openvino_division_by_zero_on_empty() {
    let table: &[(Op, Shape, Shape, Shape)] = &[
        (Op::gather(0, 0), &[3, 2], &[0], &[0, 2]),
        (Op::gather(0, 0), &[3, 2], &[2, 0], &[2, 0, 2]),
        (Op::gather(0, 0), &[0, 2], &[0], &[0, 2]),
        (Op::gather(0, 0), &[7, 0, 0], &[2], &[2, 0, 0]),
        (Op::gather(1, 0), &[0, 3], &[1], &[0, 1]),
        (Op::gather(1, 1), &[0, 3], &[0, 4], &[0, 4]),
        (Op::gather_nd(0), &[3, 3], &[0, 2], &[0]),
        (Op::gather_nd(0), &[0, 3], &[0, 2], &[0]),
        (Op::gather_nd(0), &[2, 0, 3], &[2, 1], &[2, 0, 3]),
        (Op::gather_nd(1), &[0, 3, 2], &[0, 4, 1], &[0, 4, 2]),
        (Op::gather_elements(1), &[2, 2], &[2, 0], &[2, 0]),
        (Op::gather_elements(1), &[2, 2], &[0, 2], &[0, 2]),
        (Op::gather_elements(1), &[2, 0], &[2, 0], &[2, 0]),
    ];
    for (op, data, indices, shape) in table {
        let values = vec![0; indices.iter().product()];
        let gathered = agree::<u32, i64>(&Case::new(*op, data, indices, &values));
        let (shape, sources) = (shape.to_vec(), vec![]);
        assert_eq!(gathered, Ok(Gathered { shape, sources }), "{op:?}");
    }
}

/// An empty output is no reason to leave indices unread.
#[test]
fn bad_indices_of_an_empty_output_are_refused() {
    let table: &[(Op, Shape, Shape)] = &[
        (Op::gather(0, 0), &[3, 0], &[1]),
        (Op::gather(1, 0), &[0, 3], &[1]),
        (Op::gather_nd(0), &[3, 0], &[1, 1]),
        (Op::gather_nd(0), &[0, 3], &[1, 2]),
    ];
    for (op, data, indices) in table {
        let count = indices.iter().product();
        let case = Case::new(*op, data, indices, &vec![7; count]);
        assert_eq!(bad_index(&case), (0, 7), "{case:?}");
    }
}

#[test]
fn flat_offset_check_reads_the_neighbour_row() {
    let table: &[(Op, Shape, Shape, Values, usize)] = &[
        (Op::gather_nd(0), &[3, 3], &[1, 2], &[0, 5], 1),
        (Op::gather_nd(0), &[3, 3], &[1, 2], &[1, -4], 1),
        (Op::gather_nd(0), &[3, 3], &[2, 2], &[2, 2, 0, 3], 3),
        (Op::gather(1, 0), &[2, 3], &[1], &[4], 0),
        (Op::gather(1, 0), &[2, 3], &[2], &[0, -4], 1),
        (Op::gather_elements(1), &[3, 3], &[2, 1], &[0, 3], 1),
        (Op::gather_elements(1), &[3, 3], &[2, 1], &[0, -4], 1),
        (Op::gather_elements(0), &[2, 3], &[1, 3], &[0, 2, 1], 1),
    ];
    for (op, data, indices, values, bad) in table {
        let case = Case::new(*op, data, indices, values);
        assert_eq!(bad_index(&case), (*bad, values[*bad]), "{case:?}");
    }
}

#[test]
fn tf_batch_gather_reads_the_next_batch() {
    for op in [Op::gather(1, 1), Op::gather(1, -1)] {
        let past = Case::new(op, &[2, 5], &[2, 1], &[5, 0]);
        assert_eq!(bad_index(&past), (0, 5));
        let before = Case::new(op, &[2, 5], &[2, 1], &[0, -6]);
        assert_eq!(bad_index(&before), (1, -6));
        // Whatever the policy, an index stays in its batch.
        let clamped = past.clone().policy(OutOfRange::Clamp);
        assert_eq!(sources(&clamped), from(&[4, 5]));
        let wrapped = before.policy(OutOfRange::Wrap);
        assert_eq!(sources(&wrapped), from(&[0, 9]));
        let filled = past.policy(OutOfRange::Fill(()));
        assert_eq!(sources(&filled), [None, Some(5)]);
    }
    let tuples = Case::new(Op::gather_nd(1), &[2, 5], &[2, 1], &[5, 0]);
    assert_eq!(bad_index(&tuples), (0, 5));
}

#[test]
fn rten_empty_axis() {
    let first = Case::new(Op::gather_elements(0), &[0, 2], &[1, 2], &[0, 0]);
    let last = Case::new(Op::gather_elements(1), &[2, 0], &[2, 1], &[0, 0]);
    let gather = Case::new(Op::gather(0, 0), &[0, 2], &[1], &[0]);
    let middle = Case::new(Op::gather_nd(0), &[2, 0, 3], &[1, 2], &[0, 0]);
    for (case, at, filled) in [(first, 0, 2), (last, 0, 2), (gather, 0, 2), (middle, 1, 3)] {
        for policy in [OutOfRange::Error, OutOfRange::Clamp, OutOfRange::Wrap] {
            assert_eq!(
                bad_index(&case.clone().policy(policy)),
                (at, 0),
                "{policy:?}"
            );
        }
        let fill = case.policy(OutOfRange::Fill(()));
        assert_eq!(sources(&fill), vec![None; filled]);
    }
}

#[test]
fn onnxruntime_batch_products() {
    let table: &[(usize, Shape, Shape)] = &[
        (1, &[2, 5], &[4, 1]),
        (1, &[1, 3], &[3, 1]),
        (1, &[3, 3], &[1, 1]),
        (1, &[0, 3], &[2, 1]),
        (2, &[2, 2, 3], &[1, 4, 1]),
        (2, &[2, 3, 3], &[3, 2, 1]),
    ];
    for (b, data, indices) in table {
        let values = vec![0; indices.iter().product()];
        let b_signed = *b as isize;
        for op in [Op::gather_nd(*b), Op::gather(b_signed, b_signed)] {
            assert_breaks_a_rule(&Case::new(op, data, indices, &values));
        }
    }
    // A size of 1 is repeated only where that was asked for; a product is never enough.
    let repeat = Rules {
        batch_sizes: BatchSizes::Broadcast,
        ..Rules::ONNX
    };
    let ones = Case::new(Op::gather_nd(1), &[1, 3], &[3, 1], &[0, 1, 2]).with(repeat);
    assert_eq!(sources(&ones), from(&[0, 1, 2]));
    let divisible = Case::new(Op::gather_nd(1), &[2, 5], &[4, 1], &[0; 4]).with(repeat);
    assert_breaks_a_rule(&divisible);
}

#[test]
fn tf_batch_dims_beyond_rank() {
    let shapes: [(Shape, Shape); 3] = [(&[3, 2], &[1]), (&[3, 2], &[3, 2, 1]), (&[3], &[3, 1])];
    for (data, indices) in shapes {
        let (r, q) = (data.len(), indices.len());
        let least = r.min(q);
        let beyond = [q, r, r + 1, 10, usize::MAX].map(|b| b.max(least));
        for b in beyond {
            assert_rule_shows(Op::gather_nd(b), data, indices, b as i128);
        }
        let q = q as isize;
        for b in [q + 1, 10, isize::MAX, -q - 1, -10, isize::MIN] {
            assert_rule_shows(Op::gather(0, b), data, indices, b as i128);
        }
    }
}

/// The call breaks a rule, and the message shows the number that breaks it.
fn assert_rule_shows(op: Op, data: &[usize], indices: &[usize], number: i128) {
    let values = vec![0; indices.iter().product()];
    let case = Case::new(op, data, indices, &values);
    assert_breaks_a_rule(&case);
    let error = Inputs::<u32, i64>::of(&case).fresh().unwrap_err();
    let text = error.to_string();
    assert!(text.contains(&number.to_string()), "{number} in {text:?}");
}

#[test]
fn tflite_unchecked_negatives() {
    // Three rows of four, by each operator: the row, or the column in the middle of its row.
    let calls: [(Op, Shape, Shape); 4] = [
        (Op::gather(0, 0), &[3, 4], &[1]),
        (Op::gather(1, 0), &[4, 3], &[1]),
        (Op::gather_nd(0), &[3, 4], &[1, 1]),
        (Op::gather_elements(0), &[3, 4], &[1, 1]),
    ];
    for (op, data, indices) in calls {
        let with = |value: i128| Case::new(op, data, indices, &[value]);
        for (value, same) in [(-1, 2), (-2, 1), (-3, 0)] {
            assert_eq!(sources(&with(value)), sources(&with(same)), "{op:?}");
        }
        for value in [-4, -5, i128::from(i32::MIN), i128::from(i64::MIN)] {
            assert_eq!(bad_index(&with(value)), (0, value), "{op:?}");
        }
        for value in [-1, -3, i128::from(i64::MIN)] {
            let rejected = with(value).with(REJECT_NEGATIVES);
            assert_eq!(bad_index(&rejected), (0, value), "{op:?}");
        }
    }
}

#[test]
fn tract_rank_underflow() {
    let table: &[(Op, Shape, Shape)] = &[
        // tuples longer than what is left of data
        (Op::gather_nd(0), &[2], &[1, 2]),
        (Op::gather_nd(1), &[2, 2], &[2, 2]),
        (Op::gather_nd(1), &[2, 2], &[2, 1, 5]),
        // tuples of length 0
        (Op::gather_nd(0), &[2], &[1, 0]),
        // no dimensions
        (Op::gather_nd(0), &[], &[1, 1]),
        (Op::gather_nd(0), &[2], &[]),
        (Op::gather_nd(0), &[], &[]),
        (Op::gather(0, 0), &[], &[1]),
        (Op::gather(0, 0), &[], &[]),
        (Op::gather_elements(0), &[], &[]),
        // ranks that differ
        (Op::gather_elements(0), &[2, 2], &[2]),
        (Op::gather_elements(0), &[2], &[2, 2]),
        // axes that are not there, batches beyond the axis
        (Op::gather(2, 0), &[2, 2], &[2]),
        (Op::gather(-3, 0), &[2, 2], &[2]),
        (Op::gather(isize::MIN, 0), &[2, 2], &[2]),
        (Op::gather(isize::MAX, 0), &[2, 2], &[2]),
        (Op::gather(0, 1), &[2, 2], &[2]),
        (Op::gather(-2, 1), &[2, 2], &[2]),
        (Op::gather_elements(1), &[2], &[2]),
        (Op::gather_elements(isize::MIN), &[2], &[2]),
    ];
    for (op, data, indices) in table {
        let values = vec![0; indices.iter().product()];
        assert_breaks_a_rule(&Case::new(*op, data, indices, &values));
    }
    for attribute in [i128::MIN, i128::MAX, -1 << 64, 1 << 64] {
        let (axis, batch_dims) = (attribute, attribute);
        for op in [
            Op::GatherNd { batch_dims },
            Op::Gather {
                axis,
                batch_dims: 0,
            },
            Op::Gather {
                axis: 0,
                batch_dims,
            },
            Op::GatherElements { axis },
        ] {
            assert_breaks_a_rule(&Case::new(op, &[2, 2], &[2, 2], &[0; 4]));
        }
    }
}

#[test]
fn coremltools_negative_offset_axis() {
    let table: &[(Op, Shape, Shape, Values, Shape)] = &[
        // the last of axis 1 (3) and of axis 2 (4), batch by batch
        (
            Op::gather_nd(1),
            &[2, 3, 4],
            &[2, 2],
            &[-1, -1, -3, -4],
            &[11, 12],
        ),
        (Op::gather_nd(1), &[2, 3], &[2, 1], &[-3, -1], &[0, 5]),
        (Op::gather_nd(2), &[1, 2, 5], &[1, 2, 1], &[-5, -1], &[0, 9]),
        (
            Op::gather_nd(2),
            &[1, 2, 5, 3],
            &[1, 2, 2],
            &[-5, -3, -1, -1],
            &[0, 29],
        ),
        (Op::gather(1, 1), &[2, 5], &[2, 1], &[-5, -1], &[0, 9]),
        (Op::gather(2, 1), &[2, 1, 4], &[2, 1], &[-4, -1], &[0, 7]),
        (Op::gather(2, 2), &[1, 2, 7], &[1, 2], &[-7, -1], &[0, 13]),
    ];
    for (op, data, indices, values, expected) in table {
        let case = Case::new(*op, data, indices, values);
        assert_eq!(sources(&case), from(expected), "{case:?}");
    }
    let outside = Case::new(Op::gather_nd(1), &[9, 3, 4], &[9, 2], &[-4; 18]);
    assert_eq!(
        bad_index(&outside),
        (0, -4),
        "axis 0 has more, axis 1 has not"
    );
}

#[test]
fn torch_wrong_output_shape() {
    let (data, indices) = ([10_u8, 20, 30], [2_i64, 0]);
    let (data, indices) = (ViewDyn::from(&data), ViewDyn::from(&indices));
    let bytes = GatherOptions::default();
    let texts = ["a", "b", "c"].map(String::from);
    let strings = GatherOptions::default();
    let expected = 2;
    for found in [0, 1, 3, 100] {
        let refused = Err(GatherError::OutputLength { expected, found });
        let mut out = vec![99; found];
        assert_eq!(
            gather_dyn_into(data, indices, 0, 0, &bytes, &mut out),
            refused
        );
        assert_eq!(out, vec![99; found], "untouched");

        let mut out = vec![String::from("old"); found];
        let texts = ViewDyn::from(&texts);
        assert_eq!(
            gather_dyn_into(texts, indices, 0, 0, &strings, &mut out),
            refused
        );
        assert!(out.iter().all(|kept| kept == "old"), "untouched");
    }
}

/// A slice that does not have the elements of its shape never becomes an input.
#[test]
fn inputs_of_another_length_are_refused() {
    let numbers = [1_u8, 2, 3];
    for shape in [&[4][..], &[2], &[2, 2], &[0], &[3, 0], &[usize::MAX, 2]] {
        assert!(ViewDyn::new(&numbers, shape).is_err(), "{shape:?}");
    }
    let scalar = ViewDyn::new(&numbers[..1], &[]).unwrap();
    let options = GatherOptions::default();
    let out = gather_op_dyn(Op::gather(0, 0), ViewDyn::from(&numbers), scalar, &options);
    assert_eq!(out.unwrap().as_slice(), [2]);
}
