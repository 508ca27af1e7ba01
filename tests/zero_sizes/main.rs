//! Every combination of zero sizes, and every output element written exactly once.
//!
//! All shapes with sizes 0, 1 and 2, all attributes that fit them and their neighbours, all choices: the
//! result or the error is the oracle's, and nothing panics. Elements that are cloned are counted: one
//! clone for each output element, none lost, none dropped twice, also if a clone panics. Elements that
//! are moved as bytes are written over two different poisons.

mod counted;
mod space;

use counted::{Counted, alive, clones_during, panicking_after};
use gather_core::{Negative, Op, Operator, OutOfRange, Rules};
use gather_tests::{
    agree::{Inputs, Marked, agree},
    oracle::{Case, Gathered, Refused, elements},
};

/// What the calls of one operator came to.
#[derive(Debug, Default)]
struct Outcomes {
    full: usize,
    empty: usize,
    rule: usize,
    index: usize,
}

impl Outcomes {
    fn note(&mut self, expected: &Result<Gathered, Refused>) {
        *match expected {
            Ok(gathered) if gathered.sources.is_empty() => &mut self.empty,
            Ok(_) => &mut self.full,
            Err(Refused::Rule) => &mut self.rule,
            Err(Refused::Index { .. }) => &mut self.index,
        } += 1;
    }

    /// The space is worth visiting only if everything happens in it.
    fn assert_all_happened(&self) {
        let least = [self.full, self.empty, self.rule, self.index];
        assert!(least.iter().all(|count| *count > 500), "{self:?}");
    }
}

fn every_small_call_is_as_the_oracle_says(operator: Operator) {
    let mut outcomes = Outcomes::default();
    space::each_case(operator, |case| {
        let expected = agree::<u32, i64>(case);
        outcomes.note(&expected);
        if expected != Err(Refused::Rule) {
            every_element_is_cloned_once(case, &expected);
        }
    });
    outcomes.assert_all_happened();
}

#[test]
fn every_small_gather_nd() {
    every_small_call_is_as_the_oracle_says(Operator::GatherNd);
}

#[test]
fn every_small_gather() {
    every_small_call_is_as_the_oracle_says(Operator::Gather);
}

#[test]
fn every_small_gather_elements() {
    every_small_call_is_as_the_oracle_says(Operator::GatherElements);
}

/// One clone for each output element; whatever happens, no instance is lost or dropped twice.
fn every_element_is_cloned_once(case: &Case, expected: &Result<Gathered, Refused>) {
    let inputs = Inputs::<Counted, i64>::of(case);
    let given = alive();
    let (fresh, clones) = clones_during(|| inputs.fresh());
    if let Ok(gathered) = expected {
        assert_eq!(clones, gathered.sources.len(), "the output of {case:?}");
    }
    let held = fresh.as_ref().map_or(0, |out| out.as_slice().len());
    assert_eq!(alive(), given + held, "with the output of {case:?}");
    drop(fresh);
    assert_eq!(alive(), given, "after the output of {case:?}");

    let mut out = buffer(case);
    let (over, clones) = clones_during(|| inputs.over(&mut out));
    if over.is_ok() {
        assert_eq!(clones, out.len(), "the buffer of {case:?}");
    }
    assert_eq!(alive(), given + out.len(), "with the buffer of {case:?}");
    drop((inputs, out));
    assert_eq!(alive(), 0, "after everything of {case:?}");
}

/// The number of the elements that a buffer holds before the call.
const OLD: usize = usize::MAX;

fn buffer(case: &Case) -> Vec<Counted> {
    let shape = case.output_shape().expect("no rule is broken");
    let count = elements(&shape).expect("it fits");
    (0..count).map(|_| Counted::mark(OLD)).collect()
}

/// Calls over each kind of row: single elements and slices, one block of rows and several, spans that
/// step and spans that do not, rows that are filled among others.
fn calls_that_clone() -> Vec<Case> {
    let fill = Rules {
        out_of_range: OutOfRange::Fill(()),
        negative: Negative::Reject,
        ..Rules::ONNX
    };
    let table: &[(Op, &[usize], &[usize], Rules)] = &[
        (Op::gather(0, 0), &[4], &[70], Rules::ONNX),
        (Op::gather(0, 0), &[4, 3], &[5], Rules::ONNX),
        (Op::gather(1, 0), &[2, 4, 2], &[3], fill),
        (Op::gather(1, 1), &[3, 4], &[3, 2], fill),
        (Op::gather(0, 0), &[4], &[130], fill),
        (Op::gather_nd(0), &[4, 5], &[7, 2], fill),
        (Op::gather_nd(1), &[3, 4, 2], &[3, 2, 1], Rules::ONNX),
        (Op::gather_nd(1), &[66, 4], &[66, 1], Rules::ONNX),
        (Op::gather_elements(0), &[4, 3], &[2, 3], Rules::ONNX),
        (Op::gather_elements(1), &[3, 4, 3], &[2, 5, 2], fill),
        (Op::gather_elements(0), &[0, 3], &[2, 3], fill),
    ];
    let case = |(op, data, indices, rules): &(Op, &[usize], &[usize], Rules)| {
        let outside = i128::from(*rules == fill);
        let count = elements(indices).expect("small");
        Case {
            op: *op,
            data: data.to_vec(),
            indices: indices.to_vec(),
            values: (0..count as i128).map(|n| n % (4 + outside)).collect(),
            rules: *rules,
        }
    };
    table.iter().map(case).collect()
}

#[test]
fn a_panic_while_cloning_into_a_new_tensor_leaks_nothing() {
    for case in calls_that_clone() {
        let inputs = Inputs::<Counted, i64>::of(&case);
        let given = alive();
        let (_, clones) = clones_during(|| inputs.fresh().expect("it succeeds"));
        assert!(clones > 0, "{case:?}");
        for after in 0..clones {
            let result = panicking_after(after, || inputs.fresh());
            assert!(result.is_none(), "clone {after} of {case:?} panics");
            assert_eq!(alive(), given, "after clone {after} of {case:?}");
        }
        drop(inputs);
        assert_eq!(alive(), 0, "after everything of {case:?}");
    }
}

#[test]
fn a_panic_while_cloning_over_a_buffer_leaves_every_element_whole() {
    for case in calls_that_clone() {
        let inputs = Inputs::<Counted, i64>::of(&case);
        let given = alive();
        let fresh = inputs.fresh().expect("it succeeds");
        let new: Vec<usize> = fresh.as_slice().iter().map(|out| out.number).collect();
        drop(fresh);
        for after in 0..new.len() {
            let mut out = buffer(&case);
            let result = panicking_after(after, || inputs.over(&mut out));
            assert!(result.is_none(), "clone {after} of {case:?} panics");
            assert_eq!(alive(), given + out.len(), "clone {after} of {case:?}");
            let written = out.iter().filter(|out| out.number != OLD).count();
            assert_eq!(
                written, after,
                "the clones that succeeded are in the buffer"
            );
            let whole = |(out, new): (&Counted, &usize)| [OLD, *new].contains(&out.number);
            assert!(out.iter().zip(&new).all(whole), "old or new: {case:?}");
        }
        drop(inputs);
        assert_eq!(alive(), 0, "after everything of {case:?}");
    }
}
