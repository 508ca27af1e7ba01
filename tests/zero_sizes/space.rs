//! The space of small calls: every shape of small sizes, every attribute that is valid and those next to
//! it, every choice that the operator knows, every policy.

use std::ops::RangeInclusive;

use gather_core::{
    BatchOutput, BatchSizes, DepthZero, Negative, NonAxis, Op, Operator, OutOfRange, Rules,
};
use gather_tests::oracle::{Case, elements};

/// Sizes that decide everything (nothing, one, more), and a third for tuples that go all the way down
/// and for sizes that differ without being 1.
const SPACES: [Space; 2] = [
    Space {
        sizes: [0, 1, 2],
        ranks: 1..=3,
        indices_ranks: 0..=3,
    },
    Space {
        sizes: [0, 2, 3],
        ranks: 1..=3,
        indices_ranks: 1..=2,
    },
];

struct Space {
    sizes: [usize; 3],
    ranks: RangeInclusive<usize>,
    indices_ranks: RangeInclusive<usize>,
}

/// Visits every small call of one operator.
pub fn each_case(operator: Operator, mut visit: impl FnMut(&Case)) {
    for space in SPACES {
        for data in shapes(space.ranks, space.sizes) {
            for indices in shapes(space.indices_ranks.clone(), space.sizes) {
                for op in ops(operator, data.len(), indices.len()) {
                    each_choice(op, &data, &indices, &mut visit);
                }
            }
        }
    }
}

/// Every shape of these ranks.
fn shapes(ranks: RangeInclusive<usize>, sizes: [usize; 3]) -> Vec<Vec<usize>> {
    let longer = |shapes: &Vec<Vec<usize>>| {
        let with = |shape: &Vec<usize>| sizes.map(|size| [&shape[..], &[size]].concat());
        Some(shapes.iter().flat_map(with).collect())
    };
    let by_rank = std::iter::successors(Some(vec![vec![]]), longer);
    let (least, most) = ranks.into_inner();
    by_rank.take(most + 1).skip(least).flatten().collect()
}

/// The operator with all attributes that these ranks allow, and with their neighbours.
fn ops(operator: Operator, rank: usize, indices_rank: usize) -> Vec<Op> {
    let (r, q) = (rank as i128, indices_rank as i128);
    let axes = -r - 1..=r;
    match operator {
        Operator::GatherNd => (-1..=r.max(q) + 1)
            .map(|batch_dims| Op::GatherNd { batch_dims })
            .collect(),
        Operator::Gather => axes
            .flat_map(|axis| (-q - 1..=q + 1).map(move |b| (axis, b)))
            .map(|(axis, batch_dims)| Op::Gather { axis, batch_dims })
            .collect(),
        Operator::GatherElements => axes.map(|axis| Op::GatherElements { axis }).collect(),
    }
}

/// The choices about shapes that make a difference to this operator.
fn choices(op: Op) -> Vec<Rules> {
    let lenient = Rules {
        depth_zero: DepthZero::Copy,
        non_axis: NonAxis::Broadcast,
        batch_sizes: BatchSizes::Broadcast,
        batch_output: BatchOutput::Flattened,
        ..Rules::ONNX
    };
    let equal = Rules {
        non_axis: NonAxis::Equal,
        ..Rules::ONNX
    };
    match op {
        Op::Gather { batch_dims: 0, .. } => vec![Rules::ONNX],
        Op::Gather { .. } | Op::GatherNd { .. } => vec![Rules::ONNX, lenient],
        Op::GatherElements { .. } => vec![Rules::ONNX, lenient, equal],
    }
}

/// What to do about indices.
const POLICIES: [(Negative, OutOfRange); 5] = [
    (Negative::FromEnd, OutOfRange::Error),
    (Negative::Reject, OutOfRange::Error),
    (Negative::FromEnd, OutOfRange::Fill(())),
    (Negative::FromEnd, OutOfRange::Clamp),
    (Negative::Reject, OutOfRange::Wrap),
];

/// The indices, by their flat position: all in range if there is a range, some negative, some outside.
const PATTERNS: [fn(usize) -> i128; 3] =
    [|_| 0, |n| -((n % 2) as i128), |n| [0, 1, -2, 2, -3][n % 5]];

/// Visits one pair of shapes under every choice and policy, with every pattern of indices; once only if
/// a rule is broken, for then nobody looks at the indices.
fn each_choice(op: Op, data: &[usize], indices: &[usize], visit: &mut impl FnMut(&Case)) {
    let count = elements(indices).expect("small");
    let patterns = if count == 0 { 1 } else { PATTERNS.len() };
    for rules in choices(op) {
        let mut case = Case {
            op,
            data: data.to_vec(),
            indices: indices.to_vec(),
            values: vec![0; count],
            rules,
        };
        if case.output_shape().is_err() {
            visit(&case);
            continue;
        }
        for (negative, out_of_range) in POLICIES {
            case.rules.negative = negative;
            case.rules.out_of_range = out_of_range;
            for pattern in &PATTERNS[..patterns] {
                case.values = (0..count).map(pattern).collect();
                visit(&case);
            }
        }
    }
}
