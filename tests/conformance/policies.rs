//! The policies on one row, `data = [1, 2, 3, 4, 5]` and `indices = [0, -1, -5, -6, 5, 100]`: once by
//! choices, once by each preset, for every operator that the preset's system has. Then what else a preset
//! decides: batches, tuples of length 0, sizes that differ.

use core::fmt::Debug;

use gather_core::{
    Element, FillValue, GatherError, GatherOptions, Negative, Op, Operator, OutOfRange, Preset,
    ViewDyn, Violation,
};
use gather_tests::cases::ways::{Call, Outcome};

const DATA: [i32; 5] = [1, 2, 3, 4, 5];
const INDICES: [i64; 6] = [0, -1, -5, -6, 5, 100];
const MARK: i32 = -77;

/// A policy and what it makes of the row.
struct Policy {
    /// Alternatives that give the same.
    negative: &'static [Negative],
    out_of_range: OutOfRange<i32>,
    /// The output, or the position of the index that is refused.
    result: Result<[i32; 6], usize>,
}

const REJECT: &[Negative] = &[Negative::Reject];
const FROM_END: &[Negative] = &[Negative::FromEnd];
const EITHER: &[Negative] = &[Negative::Reject, Negative::FromEnd];

/// What JAX fills an `i32` with.
const GONE: i32 = i32::MIN;

const fn policy(
    negative: &'static [Negative],
    out_of_range: OutOfRange<i32>,
    result: Result<[i32; 6], usize>,
) -> Policy {
    Policy {
        negative,
        out_of_range,
        result,
    }
}

const STRICT: Policy = policy(REJECT, OutOfRange::Error, Err(1));
const ERROR: Policy = policy(FROM_END, OutOfRange::Error, Err(3));
const ZERO: Policy = policy(FROM_END, OutOfRange::Fill(0), Ok([1, 5, 1, 0, 0, 0]));
const STRICT_ZERO: Policy = policy(REJECT, OutOfRange::Fill(0), Ok([1, 0, 0, 0, 0, 0]));
const FILL: Policy = policy(
    FROM_END,
    OutOfRange::Fill(GONE),
    Ok([1, 5, 1, GONE, GONE, GONE]),
);
const CLIP_RAW: Policy = policy(REJECT, OutOfRange::Clamp, Ok([1, 1, 1, 1, 5, 5]));
const CLIP: Policy = policy(FROM_END, OutOfRange::Clamp, Ok([1, 5, 1, 1, 5, 5]));
const WRAP: Policy = policy(EITHER, OutOfRange::Wrap, Ok([1, 5, 1, 5, 1, 1]));

const ALL: [&Policy; 8] = [
    &STRICT,
    &ERROR,
    &ZERO,
    &STRICT_ZERO,
    &FILL,
    &CLIP_RAW,
    &CLIP,
    &WRAP,
];

/// What each preset means by GatherND, Gather and GatherElements.
const PRESETS: [(&str, [Option<&Policy>; 3]); 20] = [
    ("onnx_11", [Some(&ERROR), Some(&ERROR), Some(&ERROR)]),
    ("onnx_12", [Some(&ERROR), Some(&ERROR), Some(&ERROR)]),
    ("onnx_13", [Some(&ERROR), Some(&ERROR), Some(&ERROR)]),
    ("onnxruntime", [Some(&ERROR), Some(&ERROR), Some(&ERROR)]),
    ("openvino_1", [None, Some(&STRICT_ZERO), None]),
    ("openvino_5", [Some(&STRICT), Some(&STRICT_ZERO), None]),
    (
        "openvino_6",
        [Some(&STRICT), Some(&STRICT_ZERO), Some(&STRICT)],
    ),
    (
        "openvino_7",
        [Some(&STRICT), Some(&STRICT_ZERO), Some(&STRICT)],
    ),
    ("openvino_8", [Some(&STRICT), Some(&ZERO), Some(&STRICT)]),
    ("cann", [Some(&STRICT_ZERO), None, None]),
    ("cann_negative", [Some(&ERROR), None, None]),
    ("tensorflow", [Some(&STRICT), Some(&STRICT), None]),
    ("tensorflow_ignore", [Some(&STRICT_ZERO), None, None]),
    ("torch", [None, Some(&STRICT), Some(&STRICT)]),
    ("numpy_raise", [None, Some(&ERROR), Some(&ERROR)]),
    ("numpy_wrap", [None, Some(&WRAP), None]),
    ("numpy_clip", [None, Some(&CLIP_RAW), None]),
    ("jax_fill", [Some(&FILL), Some(&FILL), Some(&FILL)]),
    ("jax_clip", [Some(&CLIP), Some(&CLIP), Some(&CLIP)]),
    ("jax_wrap", [None, Some(&WRAP), None]),
];

/// The row as a call of each operator, and the shape of its indices.
const ROW: [(Op, &[usize]); 3] = [
    (Op::gather_nd(0), &[6, 1]),
    (Op::gather(0, 0), &[6]),
    (Op::gather_elements(0), &[6]),
];

fn row<'a, T>(
    data: &'a [T],
    (op, indices_shape): (Op, &'a [usize]),
    options: &'a GatherOptions<T>,
) -> Call<'a, T, i64> {
    let indices = ViewDyn::new(&INDICES, indices_shape).expect("six indices");
    let data = ViewDyn::new(data, const { &[DATA.len()] }).expect("five elements");
    Call {
        op,
        data,
        indices,
        options,
    }
}

fn named<T: FillValue>(name: &str) -> GatherOptions<T> {
    GatherOptions::named(name).unwrap_or_else(|error| panic!("{name}: {error}"))
}

#[track_caller]
fn assert_result(policy: &Policy, negative: Negative, outcome: &Outcome<i32>, context: &str) {
    match (&policy.result, outcome) {
        (Ok(expected), Ok(tensor)) => {
            assert_eq!(
                (tensor.shape(), tensor.as_slice()),
                (&[6][..], &expected[..]),
                "{context}"
            );
        }
        (Err(flat), Err(GatherError::Index(error))) => {
            let found = (error.flat(), error.value(), error.axis(), error.size());
            assert_eq!(found, (*flat, INDICES[*flat].into(), 0, 5), "{context}");
            let least = if negative == Negative::Reject { 0 } else { -5 };
            assert_eq!(error.allowed(), Some(least..=4), "{context}");
        }
        (expected, _) => panic!("{context}: expected {expected:?}, found {outcome:?}"),
    }
}

#[test]
fn by_choices() {
    for policy in ALL {
        for negative in policy.negative {
            let options = GatherOptions::default()
                .negative(*negative)
                .out_of_range(policy.out_of_range);
            for operator in ROW {
                let call = row(&DATA, operator, &options);
                let context = format!("{negative:?}, {:?}: {call}", policy.out_of_range);
                assert_result(policy, *negative, &call.in_every_way(&MARK), &context);
            }
        }
    }
}

#[test]
fn by_presets() {
    assert!(
        Preset::NAMES
            .iter()
            .eq(PRESETS.iter().map(|(name, _)| name)),
        "a row for each preset"
    );
    for ((name, policies), preset) in PRESETS.iter().zip(Preset::ALL) {
        for (operator, policy) in ROW.into_iter().zip(policies) {
            let options = named(name);
            let call = row(&DATA, operator, &options);
            let outcome = call.in_every_way(&MARK);
            match policy {
                Some(policy) => {
                    let context = format!("{name}: {call}");
                    assert_result(policy, policy.negative[0], &outcome, &context);
                }
                None => {
                    let (preset, operator) = (*preset, operator.0.operator());
                    let lacking = Violation::PresetLacksOperator { preset, operator };
                    assert_eq!(outcome, Err(GatherError::Rule(lacking)), "{call}");
                }
            }
        }
    }
}

/// JAX 0.10 takes `mode="wrap"` in `take` and calls it unknown in `x.at[i].get` and `take_along_axis`.
#[test]
fn jax_wraps_in_take_alone() {
    let sources = Operator::ALL.map(|operator| {
        let meaning = Preset::JaxWrap.meaning(operator);
        meaning.map(|meaning| meaning.source)
    });
    assert_eq!(sources, [None, Some("take"), None]);
}

#[test]
fn a_choice_replaces_that_choice_of_the_preset_and_no_other() {
    let rows = [
        (named("openvino_8").negative(Negative::Reject), &STRICT_ZERO),
        (named("openvino_7").negative(Negative::FromEnd), &ZERO),
        (named("openvino_8").out_of_range(OutOfRange::Error), &ERROR),
        (
            named("numpy_clip").out_of_range(OutOfRange::Fill(0)),
            &STRICT_ZERO,
        ),
        (named("jax_fill").out_of_range(OutOfRange::Fill(0)), &ZERO),
        (named("torch").out_of_range(OutOfRange::Wrap), &WRAP),
        (named("onnx_13").out_of_range(OutOfRange::Clamp), &CLIP),
    ];
    for (options, policy) in &rows {
        let call = row(&DATA, ROW[1], options);
        let context = format!("{options:?}");
        assert_result(
            policy,
            policy.negative[0],
            &call.in_every_way(&MARK),
            &context,
        );
    }
}

/// The last three of the row are what JAX fills with, for all operators.
#[track_caller]
fn assert_jax_fills<T>(data: [T; 5], mark: &T, fills: impl Fn(&T) -> bool)
where
    T: Element + FillValue + PartialEq + Debug,
{
    let options = named("jax_fill");
    for operator in ROW {
        for (way, outcome) in row(&data, operator, &options).outcomes(mark) {
            let tensor = outcome.expect("out of range is filled");
            let (picked, filled) = tensor.as_slice().split_at(3);
            assert_eq!(
                picked,
                [data[0].clone(), data[4].clone(), data[0].clone()],
                "{way}"
            );
            assert!(filled.iter().all(&fills), "{way}: {filled:?}");
        }
    }
}

#[test]
fn jax_fills_with_what_means_missing() {
    assert_jax_fills([1.0, 2.0, 3.0, 4.0, 5.0], &-7.0, |value: &f32| {
        value.is_nan()
    });
    assert_jax_fills([1.0, 2.0, 3.0, 4.0, 5.0], &-7.0, |value: &f64| {
        value.is_nan()
    });
    assert_jax_fills([1, 2, 3, 4, 5], &-7, |value: &i32| *value == -2_147_483_648);
    assert_jax_fills([1, 2, 3, 4, 5], &7, |value: &u8| *value == 255);
    assert_jax_fills([false; 5], &false, |value: &bool| *value);
}

#[test]
fn one_bad_coordinate_fills_the_whole_slice() {
    let options = GatherOptions::default().out_of_range(OutOfRange::Fill(9));
    let call = Call {
        op: Op::gather_nd(0),
        data: ViewDyn::<i32>::from(&[[[0, 1], [2, 3]], [[4, 5], [6, 7]]]),
        indices: ViewDyn::<i64>::from(&[[1, 0], [0, 2], [-3, 1], [-1, -1]]),
        options: &options,
    };
    let tensor = call.in_every_way(&MARK).expect("out of range is filled");
    assert_eq!(
        tensor.view(),
        ViewDyn::<i32>::from(&[[4, 5], [9, 9], [9, 9], [6, 7]])
    );
}

/// On an axis of size 0 there is something to fill with, but nothing to clamp or wrap to.
#[test]
fn on_an_empty_axis_only_fill_succeeds() {
    let calls: [(Op, &[usize]); 3] = [
        (Op::gather_nd(0), &[1, 1]),
        (Op::gather(0, 0), &[1]),
        (Op::gather_elements(0), &[1, 2]),
    ];
    for (op, indices_shape) in calls {
        let zeros = vec![0_i64; indices_shape.iter().product()];
        for out_of_range in ALL.map(|policy| policy.out_of_range) {
            let options = GatherOptions::default().out_of_range(out_of_range);
            let call = Call {
                op,
                data: ViewDyn::new(&[], &[0, 2]).expect("no element"),
                indices: ViewDyn::new(&zeros, indices_shape).expect("as many as the shape says"),
                options: &options,
            };
            match (out_of_range, call.in_every_way(&MARK)) {
                (OutOfRange::Fill(value), Ok(tensor)) => {
                    assert_eq!(tensor.view(), ViewDyn::<i32>::from(&[[value; 2]]), "{call}");
                }
                (OutOfRange::Fill(_), Err(error)) => panic!("{error}: {call}"),
                (_, Err(GatherError::Index(error))) => {
                    let found = (error.value(), error.size(), error.allowed());
                    assert_eq!(found, (0, 0, None), "{call}");
                }
                (_, outcome) => panic!("{call} gave {outcome:?}"),
            }
        }
    }
}

/// The outcome of a call on data that counts up from 0 and indices that are all 0, under a preset.
fn on_zeros(preset: &str, op: Op, data: &[usize], indices: &[usize]) -> Outcome<i32> {
    let elements: Vec<i32> = (0..).take(data.iter().product()).collect();
    let zeros = vec![0_i64; indices.iter().product()];
    let call = Call {
        op,
        data: ViewDyn::new(&elements, data).expect("as many as the shape says"),
        indices: ViewDyn::new(&zeros, indices).expect("as many as the shape says"),
        options: &named(preset),
    };
    call.in_every_way(&MARK)
}

/// The names of the presets that have the operator and under which something holds.
fn presets_where(operator: Operator, holds: impl Fn(&str) -> bool) -> Vec<&'static str> {
    let mut names = Vec::new();
    for (name, policies) in PRESETS {
        let mut operators = Operator::ALL.into_iter().zip(policies);
        if operators.any(|(other, policy)| other == operator && policy.is_some()) && holds(name) {
            names.push(name);
        }
    }
    names
}

#[test]
fn batch_dims_only_where_the_system_has_them() {
    let with_nd = [
        "onnx_12",
        "onnx_13",
        "onnxruntime",
        "openvino_5",
        "openvino_6",
        "openvino_7",
        "openvino_8",
        "tensorflow",
        "tensorflow_ignore",
    ];
    let with_gather = ["openvino_7", "openvino_8", "tensorflow"];
    assert_batches(Op::gather_nd(1), &[2], &with_nd);
    assert_batches(Op::gather(1, 1), &[2, 1], &with_gather);
}

/// One batch dimension is taken by these presets and refused by all others.
#[track_caller]
fn assert_batches(op: Op, output: &[usize], with: &[&str]) {
    let operator = op.operator();
    let taken = presets_where(operator, |name| {
        match on_zeros(name, op, &[2, 3], &[2, 1]) {
            Ok(tensor) => {
                assert_eq!(
                    (tensor.shape(), tensor.as_slice()),
                    (output, &[0, 3][..]),
                    "{name}"
                );
                true
            }
            Err(error) => {
                let preset = name.parse().expect("it is listed");
                let lacking = Violation::PresetLacksBatchDims {
                    preset,
                    operator,
                    found: 1,
                };
                assert_eq!(error, GatherError::Rule(lacking), "{name}");
                false
            }
        }
    });
    assert_eq!(taken, with, "{operator}");
}

/// A `batch_dims` that counts back to 0 asks for no batch, and every system has that.
#[test]
fn batch_dims_that_come_to_zero_are_everywhere() {
    let taken = presets_where(Operator::Gather, |name| {
        on_zeros(name, Op::gather(1, -2), &[2, 3], &[2, 1]).is_ok()
    });
    assert_eq!(taken, presets_where(Operator::Gather, |_| true));
}

#[test]
fn tuples_of_length_0_copy_in_onnxruntime_and_tensorflow() {
    let copying = presets_where(Operator::GatherNd, |name| {
        match on_zeros(name, Op::gather_nd(0), &[2, 3], &[2, 0]) {
            Ok(tensor) => tensor.as_slice() == [0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5],
            Err(error) => {
                let refused = matches!(error, GatherError::Rule(Violation::DepthOutside { .. }));
                assert!(refused, "{name}: {error}");
                false
            }
        }
    });
    assert_eq!(copying, ["onnxruntime", "tensorflow", "tensorflow_ignore"]);
}

#[test]
fn batches_of_one_repeat_in_onnxruntime_alone() {
    let op = Op::gather_nd(1);
    let repeating = presets_where(Operator::GatherNd, |name| {
        let outcome = on_zeros(name, op, &[2, 3], &[1, 1]);
        outcome.is_ok_and(|tensor| tensor.shape() == [2] && tensor.as_slice() == [0, 3])
    });
    assert_eq!(repeating, ["onnxruntime"]);
}

#[test]
fn the_batch_is_flattened_by_gather_nd_5() {
    let (data, indices) = ([2, 3, 4], [2, 3, 1, 1]);
    let shape_is = |name: &str, shape: &[usize]| {
        let outcome = on_zeros(name, Op::gather_nd(2), &data, &indices);
        outcome.is_ok_and(|tensor| {
            tensor.shape() == shape && tensor.as_slice() == [0, 4, 8, 12, 16, 20]
        })
    };
    let flattening = presets_where(Operator::GatherNd, |name| shape_is(name, &[6, 1]));
    assert_eq!(flattening, ["openvino_5", "openvino_6", "openvino_7"]);
    let keeping = presets_where(Operator::GatherNd, |name| shape_is(name, &[2, 3, 1]));
    let expected = [
        "onnx_12",
        "onnx_13",
        "onnxruntime",
        "openvino_8",
        "tensorflow",
        "tensorflow_ignore",
    ];
    assert_eq!(keeping, expected);
}

#[test]
fn off_the_axis_sizes_must_be_equal_or_repeat_or_fit() {
    let elements = |data: [usize; 2], indices: [usize; 2], output: [usize; 2]| {
        presets_where(Operator::GatherElements, |name| {
            let outcome = on_zeros(name, Op::gather_elements(1), &data, &indices);
            outcome.is_ok_and(|tensor| tensor.shape() == output)
        })
    };
    let fitting = ["onnx_11", "onnx_12", "onnx_13", "onnxruntime", "torch"];
    assert_eq!(elements([3, 2], [2, 2], [2, 2]), fitting);
    assert_eq!(elements([3, 2], [1, 2], [1, 2]), fitting);

    let repeating = ["numpy_raise", "jax_fill", "jax_clip"];
    assert_eq!(elements([3, 2], [1, 2], [3, 2]), repeating);
    assert_eq!(elements([1, 2], [3, 2], [3, 2]), repeating);

    let everywhere = presets_where(Operator::GatherElements, |_| true);
    assert_eq!(elements([3, 2], [3, 5], [3, 5]), everywhere);
}
