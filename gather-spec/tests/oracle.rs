//! The rule book against the oracle of the other suites, which is written from the operators' documents and
//! calls nothing of the rule book: every call of small sizes, sizes that do not fit, shapes of which parts
//! are unknown, the places that index values lead to.

// The oracle takes its words from gather-core, which has them from here.
extern crate gather_spec as gather_core;

#[allow(
    dead_code,
    unreachable_pub,
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    clippy::missing_assert_message,
    clippy::std_instead_of_core,
    clippy::use_self,
    reason = "another package's file, under that package's lints"
)]
#[path = "../../tests/src/oracle.rs"]
mod oracle;

use core::ops::ControlFlow;

use gather_spec::{
    BatchOutput, BatchSizes, Call, DepthZero, Negative, NonAxis, Op, Operator, OutOfRange, Place,
    Preset, Role, Rules, Shape, Violation,
};
use oracle::{Case, Refused, elements};

/// Every shape of these ranks with these sizes.
fn shapes(ranks: core::ops::RangeInclusive<usize>, sizes: &[usize]) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    let mut last = all.clone();
    for _ in 0..*ranks.end() {
        let longer = |shape: &Vec<usize>| {
            let shape = shape.clone();
            sizes
                .iter()
                .map(move |size| [&shape[..], &[*size]].concat())
        };
        last = last.iter().flat_map(longer).collect();
        all.extend(last.iter().cloned());
    }
    all.retain(|shape| ranks.contains(&shape.len()));
    all
}

/// Every operator with attributes around those that small ranks have, under the choices that matter to it.
fn ops() -> Vec<(Op, Rules)> {
    let near = || (-4..=4).chain([i128::MIN, i128::MAX, 1 << 64]);
    let mut all = Vec::new();
    for batch_sizes in [BatchSizes::Equal, BatchSizes::Broadcast] {
        let rules = Rules {
            batch_sizes,
            ..Rules::ONNX
        };
        for batch_dims in near() {
            for depth_zero in [DepthZero::Error, DepthZero::Copy] {
                for batch_output in [BatchOutput::Kept, BatchOutput::Flattened] {
                    let rules = Rules {
                        depth_zero,
                        batch_output,
                        ..rules
                    };
                    all.push((Op::GatherNd { batch_dims }, rules));
                }
            }
            for axis in near() {
                // Flattening is GatherND's alone.
                let batch_output = BatchOutput::Flattened;
                let rules = Rules {
                    batch_output,
                    ..rules
                };
                all.push((Op::Gather { axis, batch_dims }, rules));
            }
        }
    }
    for non_axis in [NonAxis::AtMost, NonAxis::Equal, NonAxis::Broadcast] {
        let rules = Rules {
            non_axis,
            batch_output: BatchOutput::Flattened,
            ..Rules::ONNX
        };
        all.extend(near().map(|axis| (Op::GatherElements { axis }, rules)));
    }
    all
}

/// A call as the oracle takes it.
fn case(op: Op, rules: Rules, data: &[usize], indices: &[usize]) -> Case {
    Case::new(op, data, indices, &[]).with(rules)
}

/// The shape that the rule book gives.
fn output_shape(call: Call<'_, [usize], [usize]>) -> Option<Vec<usize>> {
    call.first_violation().ok()?;
    (0..call.output_rank()?)
        .map(|n| call.output_size(n))
        .collect()
}

/// Compares one call; whether it is accepted.
fn agree(op: Op, rules: Rules, data: &[usize], indices: &[usize]) -> bool {
    let call = Call {
        op,
        data,
        indices,
        rules,
    };
    let expected = case(op, rules, data, indices).output_shape();
    let accepted = call.first_violation().is_ok();
    assert_eq!(accepted, expected.is_ok(), "{call:?}");
    assert_eq!(output_shape(call), expected.clone().ok(), "{call:?}");
    if let Ok(expected) = &expected {
        assert_eq!(call.output_elements(), elements(expected).ok(), "{call:?}");
        assert_eq!(call.output_size(expected.len() + 9), None, "{call:?}");
    }
    expected.is_ok()
}

#[test]
fn every_small_call() {
    let (shapes, mut accepted) = (shapes(0..=3, &[0, 1, 2]), 0);
    for (op, rules) in ops() {
        for data in &shapes {
            for indices in &shapes {
                accepted += usize::from(agree(op, rules, data, indices));
            }
        }
    }
    assert!(accepted > 10_000, "calls that are accepted: {accepted}");
}

/// Sizes whose products fit just so, or not, with and without a 0 that makes them vanish.
#[test]
fn sizes_that_do_not_fit() {
    const HALF: usize = 1 << (usize::BITS / 2);
    let sizes = [0, 1, 2, HALF - 1, HALF, usize::MAX / 2, usize::MAX];
    let (shapes, mut outcomes) = (shapes(1..=3, &sizes), [0; 2]);
    let near = [-1, 0, 1];
    let mut ops = vec![Op::gather_nd(0), Op::gather_nd(1), Op::gather_nd(2)];
    ops.extend(near.map(Op::gather_elements));
    ops.extend(near.map(|axis| Op::gather(axis, 0)));
    let rules = Rules {
        batch_sizes: BatchSizes::Broadcast,
        batch_output: BatchOutput::Flattened,
        depth_zero: DepthZero::Copy,
        non_axis: NonAxis::Broadcast,
        ..Rules::ONNX
    };
    for op in ops {
        // All pairs are too many; every seventh with every other meets each size in each place.
        for (n, data) in shapes.iter().enumerate() {
            for indices in shapes.iter().skip(n % 7).step_by(7) {
                outcomes[usize::from(agree(op, rules, data, indices))] += 1;
            }
        }
    }
    assert!(outcomes.iter().all(|count| *count > 1000), "{outcomes:?}");
}

/// The violation of a product names the tensor and the first dimension at which it does not fit.
#[test]
fn what_does_not_fit_is_named() {
    let big = usize::MAX;
    let first = |op, data: &[usize], indices: &[usize], rules| {
        Call {
            op,
            data,
            indices,
            rules,
        }
        .first_violation()
    };
    let overflow = |tensor, axis, found| {
        Err(Violation::SizeOverflow {
            tensor,
            axis,
            found,
        })
    };
    let gather =
        |data: &[usize], indices: &[usize]| first(Op::gather(0, 0), data, indices, Rules::ONNX);
    assert_eq!(gather(&[2, 3, big, 4], &[1]), overflow(Role::Data, 2, big));
    assert_eq!(gather(&[2], &[2, big]), overflow(Role::Indices, 1, big));
    assert_eq!(
        gather(&[2, big / 2], &[3]),
        overflow(Role::Output, 1, big / 2)
    );
    assert_eq!(gather(&[2, big, 0], &[big]), Ok(()));
    assert_eq!(gather(&[1, big], &[1]), Ok(()));
    let flat = Rules {
        batch_output: BatchOutput::Flattened,
        batch_sizes: BatchSizes::Broadcast,
        ..Rules::ONNX
    };
    // The output has no elements, but its first size is a product that does not fit.
    let nd = |rules| first(Op::gather_nd(2), &[big, 1, 1, 0], &[1, 2, 0, 1], rules);
    assert_eq!(nd(flat), overflow(Role::Output, 1, 2));
    let kept = Rules {
        batch_output: BatchOutput::Kept,
        ..flat
    };
    assert_eq!(nd(kept), Ok(()));
}

/// Shapes of which some sizes are hidden: nothing is said against a call that may be right, and what is said
/// of its output is what comes out.
#[test]
fn unknown_sizes_do_not_mislead() {
    let shapes = shapes(1..=3, &[0, 1, 2, 3]);
    let (mut told, mut hidden_sizes) = (0, 0);
    for (n, (op, rules)) in ops().into_iter().enumerate() {
        for (m, data) in shapes.iter().enumerate().skip(n % 3).step_by(3) {
            for (l, indices) in shapes.iter().enumerate().skip((n + m) % 5).step_by(5) {
                let Ok(expected) = case(op, rules, data, indices).output_shape() else {
                    continue;
                };
                let mask = n * 31 + m * 7 + l;
                let hide = |shape: &[usize], mask: usize| -> Vec<Option<usize>> {
                    let size =
                        |(axis, size): (usize, &usize)| (mask >> axis & 1 == 0).then_some(*size);
                    shape.iter().enumerate().map(size).collect()
                };
                let (data, indices) = (hide(data, mask), hide(indices, mask >> 3));
                let call = Call {
                    op,
                    data: &data[..],
                    indices: &indices[..],
                    rules,
                };
                assert_eq!(call.first_violation(), Ok(()), "{call:?}");
                if let Some(rank) = call.output_rank() {
                    assert_eq!(rank, expected.len(), "{call:?}");
                    for (position, size) in expected.iter().enumerate() {
                        match call.output_size(position) {
                            Some(found) => {
                                assert_eq!(found, *size, "{position} of {call:?}");
                                told += 1;
                            }
                            None => hidden_sizes += 1,
                        }
                    }
                    if let Some(found) = call.output_elements() {
                        assert_eq!(Ok(found), elements(&expected), "{call:?}");
                    }
                }
            }
        }
    }
    assert!(told > 1000 && hidden_sizes > 1000, "{told}, {hidden_sizes}");
}

/// What one side knows is enough where both must agree.
#[test]
fn one_known_size_is_enough_where_both_are_equal() {
    let size = |op, data: &[Option<usize>], indices: &[Option<usize>], rules, position| {
        let call = Call {
            op,
            data,
            indices,
            rules,
        };
        assert_eq!(call.first_violation(), Ok(()), "{call:?}");
        call.output_size(position)
    };
    let nd = Op::gather_nd(1);
    let (some, none) = ([Some(4), Some(2)], [None, Some(1)]);
    assert_eq!(size(nd, &some, &none, Rules::ONNX, 0), Some(4));
    assert_eq!(
        size(nd, &[None, Some(2)], &[Some(4), Some(1)], Rules::ONNX, 0),
        Some(4)
    );
    let repeat = Rules {
        batch_sizes: BatchSizes::Broadcast,
        non_axis: NonAxis::Broadcast,
        ..Rules::ONNX
    };
    assert_eq!(size(nd, &some, &none, repeat, 0), Some(4));
    // A 1 is repeated as often as the other side says.
    assert_eq!(size(nd, &[Some(1), Some(2)], &none, repeat, 0), None);
    let elements = Op::gather_elements(1);
    assert_eq!(size(elements, &some, &none, repeat, 0), Some(4));
    assert_eq!(size(elements, &none, &some, repeat, 0), Some(4));
    let equal = Rules {
        non_axis: NonAxis::Equal,
        ..Rules::ONNX
    };
    assert_eq!(size(elements, &some, &none, equal, 0), Some(4));
    assert_eq!(size(elements, &some, &none, Rules::ONNX, 0), None);
}

#[test]
fn places_are_those_of_the_table() {
    let values = (-20..20).chain([i128::MIN, i128::MAX, i64::MIN.into(), u64::MAX.into()]);
    for value in values {
        for size in [0, 1, 2, 5, 7] {
            for negative in [Negative::FromEnd, Negative::Reject] {
                for out_of_range in [
                    OutOfRange::Error,
                    OutOfRange::Fill(()),
                    OutOfRange::Clamp,
                    OutOfRange::Wrap,
                ] {
                    let rules = Rules {
                        negative,
                        out_of_range,
                        ..Rules::ONNX
                    };
                    let gathered = Case::new(Op::gather(0, 0), &[size], &[1], &[value])
                        .with(rules)
                        .expected();
                    let expected = match gathered {
                        Ok(gathered) => match gathered.sources[0] {
                            Some(at) => Place::At(at),
                            None => Place::Fill,
                        },
                        Err(Refused::Index { .. }) => Place::Outside,
                        Err(Refused::Rule) => unreachable!("the shapes are right"),
                    };
                    assert_eq!(
                        rules.place(value, size),
                        expected,
                        "{value}, {size}, {rules:?}"
                    );
                }
            }
        }
    }
}

/// Every violation of a call, in order.
fn all_violations(op: Op, data: &[usize], indices: &[usize]) -> Vec<Violation> {
    let call = Call {
        op,
        data,
        indices,
        rules: Rules::ONNX,
    };
    let mut all = Vec::new();
    call.check(|violation| {
        all.push(violation);
        ControlFlow::Continue(())
    });
    let first = call.first_violation().err();
    assert_eq!(all.first().copied(), first, "{call:?}");
    all
}

/// Mistakes that do not depend on each other are told together; others one after the other.
#[test]
fn independent_mistakes_are_told_together() {
    let count = |op, data: &[usize], indices: &[usize]| all_violations(op, data, indices).len();
    assert_eq!(count(Op::gather_nd(0), &[], &[]), 2, "both are scalars");
    assert_eq!(count(Op::gather(7, 9), &[2, 2], &[2]), 2, "both attributes");
    assert_eq!(
        count(Op::gather_elements(5), &[2, 2], &[2]),
        2,
        "axis and ranks"
    );
    assert_eq!(
        count(Op::gather_nd(2), &[2, 3, 4], &[4, 5, 1]),
        2,
        "both batch sizes"
    );
    assert_eq!(
        count(Op::gather_nd(1), &[2, 3], &[4, 9]),
        2,
        "depth and batch"
    );
    assert_eq!(
        count(Op::gather_elements(1), &[1, 5, 1], &[2, 9, 2]),
        2,
        "both sizes"
    );
    assert_eq!(
        count(Op::gather_nd(1), &[2, 3], &[2]),
        1,
        "no room for tuples"
    );
    assert_eq!(
        count(Op::gather(0, 1), &[2, 3], &[2]),
        1,
        "batch above axis"
    );
}

/// A shape of which only the last size may be known.
struct Hidden(Option<usize>);

impl Shape for Hidden {
    fn rank(&self) -> Option<usize> {
        None
    }

    fn size(&self, _: usize) -> Option<usize> {
        None
    }

    fn last_size(&self) -> Option<usize> {
        self.0
    }
}

/// What can be told without a rank is told, and nothing else.
#[test]
fn unknown_ranks() {
    let call = |op, depth: &'static Hidden| Call {
        op,
        data: &[3, 4, 5][..],
        indices: depth,
        rules: Rules::ONNX,
    };
    const OPEN: Hidden = Hidden(None);
    for batch_dims in [0, 1, 2] {
        let gather = call(Op::gather(2, batch_dims), &OPEN);
        assert_eq!(gather.batch_dims(), usize::try_from(batch_dims).ok());
        assert_eq!(gather.first_violation(), Ok(()));
        assert_eq!(
            (gather.output_rank(), gather.output_elements()),
            (None, None)
        );
    }
    let from_end = call(Op::gather(2, -1), &OPEN);
    assert_eq!(from_end.batch_dims(), None);
    let needed = Violation::BatchDimsNeedIndicesRank { found: -1 };
    assert_eq!(from_end.first_violation(), Err(needed));
    let above = call(Op::gather(0, 1), &OPEN);
    assert!(above.first_violation().is_err(), "batch above the axis");
    let nd = call(Op::gather_nd(1), &Hidden(Some(3)));
    assert!(
        nd.first_violation().is_err(),
        "tuples longer than data is deep"
    );
    let nd = call(Op::gather_nd(1), &Hidden(Some(2)));
    assert_eq!((nd.first_violation(), nd.depth()), (Ok(()), Some(2)));
    let nd = call(Op::gather_nd(3), &OPEN);
    assert!(nd.first_violation().is_err(), "all of data is batch");
}

/// Attributes from the front, and the axis that the first coordinate is for.
#[test]
fn attributes_are_counted_from_the_front() {
    let of = |op, indices: &[usize]| {
        let call = Call {
            op,
            data: &[2, 3, 4][..],
            indices,
            rules: Rules::ONNX,
        };
        (
            call.axis(),
            call.batch_dims(),
            call.depth(),
            call.first_axis(),
        )
    };
    let two = Some(2);
    assert_eq!(of(Op::gather_nd(2), &[2, 3, 1]), (None, two, Some(1), two));
    assert_eq!(
        of(Op::gather_nd(0), &[5, 3]),
        (None, Some(0), Some(3), Some(0))
    );
    assert_eq!(
        of(Op::gather(-1, -1), &[2, 3]),
        (two, Some(1), Some(1), two)
    );
    assert_eq!(of(Op::gather(2, 2), &[2, 3]), (two, two, Some(1), two));
    assert_eq!(
        of(Op::gather_elements(-1), &[2, 3, 9]),
        (two, Some(0), Some(1), two)
    );
    assert_eq!(of(Op::gather_elements(-4), &[2, 3, 9]).0, None);
}

#[test]
fn elements_and_names() {
    for shape in shapes(0..=3, &[0, 1, 3, usize::MAX / 2]) {
        assert_eq!(
            gather_spec::elements(&shape),
            elements(&shape).ok(),
            "{shape:?}"
        );
    }
    let names = Operator::ALL.map(Operator::name);
    assert_eq!(names, ["GatherND", "Gather", "GatherElements"]);
}

/// A preset refuses what its system lacks: an operator, or batches.
#[test]
fn presets_refuse_what_their_systems_lack() {
    let first = |preset: Preset, op: Op| {
        let operator = op.operator();
        let rules = Rules {
            preset: Some(preset),
            ..preset
                .meaning(operator)
                .map_or(Rules::ONNX, |meaning| meaning.rules)
        };
        let indices: &[usize] = match operator {
            Operator::GatherElements => &[2, 2, 2],
            _ => &[2, 1],
        };
        let data = &[2, 2, 2][..];
        Call {
            op,
            data,
            indices,
            rules,
        }
        .first_violation()
    };
    let (nd, gather) = (Operator::GatherNd, Operator::Gather);
    let (preset, operator) = (Preset::Torch, nd);
    assert_eq!(
        first(preset, Op::gather_nd(0)),
        Err(Violation::PresetLacksOperator { preset, operator })
    );
    assert_eq!(first(preset, Op::gather(1, 0)), Ok(()));
    assert_eq!(first(preset, Op::gather_elements(1)), Ok(()));
    let lacks = |preset, operator, found| {
        Err(Violation::PresetLacksBatchDims {
            preset,
            operator,
            found,
        })
    };
    let (old, new) = (Preset::Onnx11, Preset::Onnx12);
    assert_eq!(first(old, Op::gather_nd(1)), lacks(old, nd, 1));
    assert_eq!(first(old, Op::gather_nd(0)), Ok(()));
    assert_eq!(first(new, Op::gather_nd(1)), Ok(()));
    assert_eq!(first(new, Op::gather(1, 1)), lacks(new, gather, 1));
    assert_eq!(first(new, Op::gather(1, -1)), lacks(new, gather, -1));
    // Counted from the end of two dimensions, two are none.
    assert_eq!(first(new, Op::gather(1, -2)), Ok(()));
}
