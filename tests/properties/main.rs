//! Random calls against the oracle.
//!
//! Ranks, shapes, attributes, choices, index values, index types and element types are random; each call
//! is run in every way there is, and shape, elements, errors are those of the oracle. The seed is fixed:
//! what fails once fails again.

mod sketch;

use gather_core::{
    GatherError, GatherOptions, Op, OutOfRange, Rules, TensorDyn, gather_dyn, gather_dyn_into,
    gather_dyn_with, gather_elements_dyn, gather_elements_dyn_into, gather_elements_dyn_with,
    gather_elements_output_shape, gather_nd_dyn, gather_nd_dyn_into, gather_nd_dyn_with,
    gather_nd_output_shape, gather_op_dyn, gather_op_output_shape, gather_output_shape,
};
use gather_tests::{
    agree::{Inputs, agree, shape_agrees},
    cases::{self, Reason},
    oracle::{Case, Gathered, Refused, elements},
    sketch::Kind,
    types::{ELEMENT_TYPES, INDEX_TYPES},
};
use proptest::{
    prelude::*,
    strategy::ValueTree,
    test_runner::{RngSeed, TestRunner},
};

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(0x6761_7468_6572),
        ..ProptestConfig::default()
    }
}

proptest! {
    #![proptest_config(config(6000))]

    #[test]
    fn small_calls_of_all_types_agree(
        (case, index) in sketch::case(Kind::SMALL),
        element in 0..ELEMENT_TYPES,
    ) {
        let _ = INDEX_TYPES[index].checks[element](&case);
    }
}

proptest! {
    #![proptest_config(config(1200))]

    #[test]
    fn calls_of_many_rows_agree(
        (case, index) in sketch::case(Kind::LONG),
        element in 0..ELEMENT_TYPES,
    ) {
        let _ = INDEX_TYPES[index].checks[element](&case);
    }

    #[test]
    fn calls_of_rows_of_every_length_agree(
        (case, index) in sketch::case(Kind::ROWS),
        element in 0..ELEMENT_TYPES,
    ) {
        let _ = INDEX_TYPES[index].checks[element](&case);
    }

    #[test]
    fn calls_of_many_dimensions_agree(
        (case, index) in sketch::case(Kind::DEEP),
        element in 0..ELEMENT_TYPES,
    ) {
        let _ = INDEX_TYPES[index].checks[element](&case);
    }
}

proptest! {
    #![proptest_config(config(8000))]

    /// Without a byte of memory where the sizes are large: shapes, and whole calls where data, indices
    /// and output have few elements.
    #[test]
    fn calls_of_huge_sizes_agree(
        (case, index) in sketch::case(Kind::HUGE),
        element in 0..ELEMENT_TYPES,
    ) {
        let few = |shape: &[usize]| elements(shape).is_ok_and(|count| count < 1000);
        let output = case.output_shape();
        if few(&case.data) && few(&case.indices) && output.is_ok_and(|shape| few(&shape)) {
            let _ = INDEX_TYPES[index].checks[element](&case);
        } else {
            let _ = shape_agrees(&case);
        }
    }
}

proptest! {
    #![proptest_config(config(1000))]

    #[test]
    fn named_calls_are_the_call_by_operator((case, _) in sketch::case(Kind::SMALL)) {
        named_calls_agree(&in_i64(case));
    }

    #[test]
    fn a_buffer_of_another_length_is_refused_untouched((case, _) in sketch::case(Kind::SMALL)) {
        wrong_lengths_are_refused(&in_i64(case));
    }
}

/// The case with values that `i64` holds.
fn in_i64(mut case: Case) -> Case {
    for value in &mut case.values {
        *value = (*value).clamp(i64::MIN.into(), i64::MAX.into());
    }
    case
}

/// What the calls of one operator gave.
struct Named {
    with: Result<TensorDyn<u32>, GatherError>,
    over: Result<(), GatherError>,
    /// In ONNX's meaning, whatever the choices of the case.
    plain: Result<TensorDyn<u32>, GatherError>,
    shape: Result<Vec<usize>, GatherError>,
}

/// The calls that are named for the operator of a case; `None` if they cannot take its attributes.
fn named(inputs: &Inputs<'_, u32, i64>, case: &Case, out: &mut [u32]) -> Option<Named> {
    let (data, indices, options) = (inputs.data(), inputs.indices(), &inputs.options);
    Some(match case.op {
        Op::GatherNd { batch_dims } => {
            let b = batch_dims.try_into().ok()?;
            Named {
                with: gather_nd_dyn_with(data, indices, b, options),
                over: gather_nd_dyn_into(data, indices, b, options, out),
                plain: gather_nd_dyn(data, indices, b),
                shape: gather_nd_output_shape(&case.data, &case.indices, b).map(|s| s.to_vec()),
            }
        }
        Op::Gather { axis, batch_dims } => {
            let (axis, b) = (axis.try_into().ok()?, batch_dims.try_into().ok()?);
            Named {
                with: gather_dyn_with(data, indices, axis, b, options),
                over: gather_dyn_into(data, indices, axis, b, options, out),
                plain: gather_dyn(data, indices, axis, b),
                shape: gather_output_shape(&case.data, &case.indices, axis, b).map(|s| s.to_vec()),
            }
        }
        Op::GatherElements { axis } => {
            let axis = axis.try_into().ok()?;
            Named {
                with: gather_elements_dyn_with(data, indices, axis, options),
                over: gather_elements_dyn_into(data, indices, axis, options, out),
                plain: gather_elements_dyn(data, indices, axis),
                shape: gather_elements_output_shape(&case.data, &case.indices, axis)
                    .map(|s| s.to_vec()),
            }
        }
    })
}

fn named_calls_agree(case: &Case) {
    let expected = agree::<u32, i64>(case);
    let inputs = Inputs::<u32, i64>::of(case);
    let mut out = vec![0; output_elements(case).unwrap_or(0)];
    let Some(named) = named(&inputs, case, &mut out) else {
        assert_eq!(expected, Err(Refused::Rule), "a wild attribute: {case:?}");
        return;
    };
    let fresh = inputs.fresh();
    assert_eq!(named.with, fresh, "{case:?}");
    assert_eq!(
        named.over,
        fresh.as_ref().map(|_| ()).map_err(|e| *e),
        "{case:?}"
    );
    if let Ok(fresh) = &fresh {
        assert_eq!(out, fresh.as_slice(), "{case:?}");
    }
    let onnx = GatherOptions::default();
    let plain = gather_op_dyn(case.op, inputs.data(), inputs.indices(), &onnx);
    assert_eq!(named.plain, plain, "{case:?}");
    let shape = gather_op_output_shape(case.op, &case.data, &case.indices, Rules::ONNX);
    assert_eq!(named.shape, shape.map(|s| s.to_vec()), "{case:?}");
}

/// The length of the buffer is judged before any index: the first write comes after both.
fn wrong_lengths_are_refused(case: &Case) {
    const KEPT: u32 = u32::MAX;
    let Ok(expected) = output_elements(case) else {
        return;
    };
    let inputs = Inputs::<u32, i64>::of(case);
    let lengths = [
        0,
        expected.saturating_sub(1),
        expected + 1,
        expected * 2 + 64,
    ];
    for found in lengths.into_iter().filter(|found| *found != expected) {
        let mut out = vec![KEPT; found];
        let refused = GatherError::OutputLength { expected, found };
        assert_eq!(inputs.over(&mut out), Err(refused), "{case:?}");
        assert!(out.iter().all(|kept| *kept == KEPT), "written: {case:?}");
    }
}

fn output_elements(case: &Case) -> Result<usize, Refused> {
    case.output_shape().and_then(|shape| elements(&shape))
}

/// What becomes of the calls of one kind.
#[derive(Debug, Default)]
struct Classes {
    cases: usize,
    success: usize,
    rule: usize,
    index: usize,
    filled: usize,
    empty: usize,
    beyond_a_block: usize,
}

impl Classes {
    fn of(kind: Kind) -> Self {
        let mut runner = TestRunner::new(config(1));
        let mut classes = Self::default();
        for _ in 0..1500 {
            let tree = sketch::case(kind).new_tree(&mut runner);
            let (case, _) = tree.expect("nothing is rejected").current();
            classes.note(&case, &case.expected());
        }
        classes
    }

    fn note(&mut self, case: &Case, expected: &Result<Gathered, Refused>) {
        self.cases += 1;
        match expected {
            Ok(gathered) => {
                self.success += 1;
                self.filled += usize::from(gathered.sources.contains(&None));
                self.empty += usize::from(gathered.sources.is_empty());
                self.beyond_a_block += usize::from(case.values.len() > 64);
            }
            Err(Refused::Rule) => self.rule += 1,
            Err(Refused::Index { .. }) => self.index += 1,
        }
    }
}

/// Random calls prove nothing if they all fail the same way.
#[test]
fn random_calls_are_of_every_class() {
    for (kind, beyond_a_block) in [(Kind::SMALL, 100), (Kind::LONG, 300), (Kind::DEEP, 300)] {
        let classes = Classes::of(kind);
        let shares = [
            (classes.success, classes.cases / 2),
            (classes.rule, classes.cases / 20),
            (classes.index, classes.cases / 20),
            (classes.filled, classes.cases / 30),
            (classes.empty, classes.cases / 200),
            (classes.beyond_a_block, beyond_a_block),
        ];
        let enough = shares.iter().all(|(found, least)| found >= least);
        assert!(enough, "{kind:?}: {classes:?}");
    }
}

/// The oracle against the worked cases, which other engines and a hand have computed.
#[test]
fn the_oracle_is_right_about_the_worked_cases() {
    for worked in cases::all() {
        let values: Vec<i128> = worked.indices.iter().map(|index| (*index).into()).collect();
        let mut case = Case::new(
            worked.op,
            &worked.data_shape,
            &worked.indices_shape,
            &values,
        );
        case.rules.depth_zero = worked.depth_zero;
        if worked.fill.is_some() {
            case.rules.out_of_range = OutOfRange::Fill(());
        }
        let element = |source: &Option<usize>| match source {
            Some(source) => Some(worked.data[*source]),
            None => worked.fill,
        };
        match (case.expected(), &worked.expected) {
            (Ok(found), Ok(expected)) => {
                let elements: Option<Vec<i64>> = found.sources.iter().map(element).collect();
                assert_eq!(found.shape, expected.shape, "{}", worked.name);
                assert_eq!(
                    elements.as_ref(),
                    Some(&expected.elements),
                    "{}",
                    worked.name
                );
            }
            (Err(Refused::Index { value, .. }), Err(Reason::OutOfRange { value: bad, .. })) => {
                assert_eq!(value, i128::from(*bad), "{}", worked.name);
            }
            (Err(Refused::Rule), Err(reason)) => {
                let index = matches!(reason, Reason::OutOfRange { .. });
                assert!(!index, "{}: {reason:?}", worked.name);
            }
            (found, expected) => panic!("{}: {found:?}, not {expected:?}", worked.name),
        }
    }
}
