//! Random calls that mostly make sense.
//!
//! A sketch is a handful of random numbers without any relation to each other. Building it makes a call
//! whose shapes and attributes agree, then damages some: a wild attribute, a size that is off, a
//! dimension too many or too few. Indices are in range, but for a few that are put in on purpose.

use gather_core::{
    BatchOutput, BatchSizes, DepthZero, Negative, NonAxis, Op, Operator, OutOfRange, Rules,
};
use gather_tests::{
    oracle::{Case, elements},
    types::{INDEX_TYPES, IndexType},
};
use proptest::{
    collection::vec,
    prelude::*,
    sample::{Index as Spot, select},
};

/// What kind of shapes to make.
#[derive(Clone, Copy, Debug)]
pub struct Kind {
    /// The sizes, by weight.
    sizes: &'static [(u32, &'static [usize])],
    /// Dimensions of data.
    ranks: (usize, usize),
    /// Dimensions of the indices besides those of the batch and the tuples.
    picks: usize,
    /// Elements that neither data nor output exceeds.
    budget: usize,
    /// Whether every other indexed axis is empty: then data is, however large its other sizes are.
    empty_axes: bool,
}

impl Kind {
    /// Few dimensions, small sizes.
    pub const SMALL: Self = Self {
        sizes: &[(1, &[0]), (6, &[1]), (18, &[2, 3]), (8, &[4, 5])],
        ranks: (1, 6),
        picks: 3,
        budget: 800,
        empty_axes: false,
    };

    /// Sizes around the number of rows that are taken in one go.
    pub const LONG: Self = Self {
        sizes: &[(4, &[1, 2, 3]), (4, &[15, 16, 17, 63, 64, 65, 66, 70, 129])],
        ranks: (1, 3),
        picks: 2,
        budget: 9000,
        empty_axes: false,
    };

    /// More dimensions than there are levels of loops.
    pub const DEEP: Self = Self {
        sizes: &[(4, &[1]), (12, &[2]), (6, &[3])],
        ranks: (7, 12),
        picks: 6,
        budget: 5000,
        empty_axes: false,
    };

    /// Sizes whose products do not fit, and zeros that make them vanish.
    pub const HUGE: Self = Self {
        sizes: &[
            (4, &[0]),
            (8, &[1, 2, 3]),
            (3, &[1 << 16, 1 << 21, 1 << 31, 1 << 32, 1 << 40]),
            (
                3,
                &[(1 << 33) + 1, 1 << 62, 1 << 63, usize::MAX - 1, usize::MAX],
            ),
        ],
        ranks: (1, 5),
        picks: 2,
        budget: usize::MAX,
        empty_axes: true,
    };
}

/// Random numbers that a call is built from.
#[derive(Clone, Debug)]
struct Sketch {
    operator: Operator,
    data: Vec<usize>,
    picks: Vec<usize>,
    /// What happens to each batch or non-axis dimension.
    twists: Vec<usize>,
    batch: usize,
    axis: usize,
    depth: usize,
    /// Whether attributes are written as counted from the end.
    from_end: bool,
    rules: Rules,
    damage: Option<Damage>,
    index_type: usize,
    /// One for each index, repeated as needed.
    seeds: Vec<usize>,
    /// Where indices that are out of range go, and which.
    bad: Vec<(Spot, usize)>,
}

/// One thing that is probably wrong.
#[derive(Clone, Debug)]
enum Damage {
    Axis(i128),
    BatchDims(i128),
    DataSize(Spot, usize),
    IndicesSize(Spot, usize),
    /// The last dimension of the indices, and with it the depth of tuples.
    LastSize(usize),
    ExtraDimension,
    MissingDimension,
    ScalarData,
    ScalarIndices,
}

/// A call, and the number of the index type whose values it has.
pub fn case(kind: Kind) -> impl Strategy<Value = (Case, usize)> {
    sketch(kind).prop_map(move |sketch| (sketch.build(kind), sketch.index_type))
}

fn sketch(kind: Kind) -> impl Strategy<Value = Sketch> {
    let (least, most) = kind.ranks;
    let shapes = (
        select(&Operator::ALL[..]),
        vec(size(kind), least..=most),
        vec(size(kind), 0..=kind.picks),
        vec(0..8_usize, 12),
    );
    let attributes = (0..12_usize, 0..12_usize, 0..24_usize, any::<bool>());
    let choices = (rules(), damage());
    let values = (
        0..INDEX_TYPES.len(),
        vec(0..1_usize << 16, 1..=61),
        prop_oneof![
            4 => Just(0..=0),
            3 => Just(1..=2),
            1 => Just(3..=20),
        ]
        .prop_flat_map(|count| vec((any::<Spot>(), 0..64_usize), count)),
    );
    (shapes, attributes, choices, values).prop_map(|(shapes, attributes, choices, values)| {
        let (operator, data, picks, twists) = shapes;
        let (batch, axis, depth, from_end) = attributes;
        let (rules, damage) = choices;
        let (index_type, seeds, bad) = values;
        Sketch {
            operator,
            data,
            picks,
            twists,
            batch,
            axis,
            depth,
            from_end,
            rules,
            damage,
            index_type,
            seeds,
            bad,
        }
    })
}

fn size(kind: Kind) -> impl Strategy<Value = usize> {
    let weighted = |(weight, sizes): &(u32, &'static [usize])| (*weight, select(*sizes));
    proptest::strategy::Union::new_weighted(kind.sizes.iter().map(weighted).collect())
}

fn rules() -> impl Strategy<Value = Rules> {
    (
        select(vec![Negative::FromEnd, Negative::Reject]),
        select(vec![
            OutOfRange::Error,
            OutOfRange::Fill(()),
            OutOfRange::Clamp,
            OutOfRange::Wrap,
        ]),
        select(vec![DepthZero::Error, DepthZero::Copy]),
        select(vec![NonAxis::AtMost, NonAxis::Equal, NonAxis::Broadcast]),
        select(vec![BatchOutput::Kept, BatchOutput::Flattened]),
        select(vec![BatchSizes::Equal, BatchSizes::Broadcast]),
    )
        .prop_map(|choices| Rules {
            negative: choices.0,
            out_of_range: choices.1,
            depth_zero: choices.2,
            non_axis: choices.3,
            batch_output: choices.4,
            batch_sizes: choices.5,
            preset: None,
        })
}

fn damage() -> impl Strategy<Value = Option<Damage>> {
    let damage = prop_oneof![
        2 => attribute().prop_map(Damage::Axis),
        2 => attribute().prop_map(Damage::BatchDims),
        2 => (any::<Spot>(), 0..4_usize).prop_map(|(axis, size)| Damage::DataSize(axis, size)),
        2 => (any::<Spot>(), 0..4_usize).prop_map(|(axis, size)| Damage::IndicesSize(axis, size)),
        2 => (0..5_usize).prop_map(Damage::LastSize),
        1 => Just(Damage::ExtraDimension),
        1 => Just(Damage::MissingDimension),
        1 => Just(Damage::ScalarData),
        1 => Just(Damage::ScalarIndices),
    ];
    prop_oneof![
        4 => Just(None),
        1 => damage.prop_map(Some),
    ]
}

/// Attributes near and very far.
fn attribute() -> impl Strategy<Value = i128> {
    let far = vec![
        i128::from(i64::MIN),
        i128::from(i64::MAX),
        i128::from(u64::MAX),
        1 << 32,
        i128::MIN,
        i128::MAX,
    ];
    prop_oneof![3 => -14..14_i128, 1 => select(far)]
}

impl Sketch {
    fn build(&self, kind: Kind) -> Case {
        let mut data = self.data.clone();
        fit(&mut data, kind.budget);
        let (mut case, axes) = match self.operator {
            Operator::GatherNd => self.gather_nd(data, kind),
            Operator::Gather => self.gather(data, kind),
            Operator::GatherElements => self.gather_elements(data, kind),
        };
        if let Some(damage) = &self.damage {
            damage.apply(&mut case);
        }
        case.values = self.values(&case.indices, &axes);
        case
    }

    /// A call without values, and the sizes of the axes that its tuples index.
    fn gather_nd(&self, mut data: Vec<usize>, kind: Kind) -> (Case, Vec<usize>) {
        let r = data.len();
        let b = self.batch % r;
        let k = match self.rules.depth_zero {
            DepthZero::Copy if self.depth == 0 => 0,
            _ => 1 + self.depth % (r - b),
        };
        let batch = self.twisted_batch(&mut data, b);
        if let [.., last] = &mut data[b..b + k] {
            *last = self.axis_size(*last, kind);
        }
        let picks = self.picks(&[&batch, &data[b + k..]].concat(), kind);
        let axes = data[b..b + k].to_vec();
        let op = Op::gather_nd(b);
        (self.call(op, data, [batch, picks, vec![k]].concat()), axes)
    }

    fn gather(&self, mut data: Vec<usize>, kind: Kind) -> (Case, Vec<usize>) {
        let r = data.len();
        let axis = self.axis % r;
        data[axis] = self.axis_size(data[axis], kind);
        let b = self.batch % (axis + 1);
        let batch = self.twisted_batch(&mut data, b);
        let rest = [&batch, &data[b..axis], &data[axis + 1..]].concat();
        let indices = [batch, self.picks(&rest, kind)].concat();
        let q = indices.len();
        let axes = vec![data[axis]];
        let batch_dims = match b as i128 {
            // Counted from the end, all of the dimensions are as many as none.
            b if self.from_end && b < q as i128 => b - q as i128,
            b => b,
        };
        let axis = self.written_axis(axis, r);
        (
            self.call(Op::Gather { axis, batch_dims }, data, indices),
            axes,
        )
    }

    fn gather_elements(&self, mut data: Vec<usize>, kind: Kind) -> (Case, Vec<usize>) {
        let r = data.len();
        let axis = self.axis % r;
        let size = self.axis_size(data[axis], kind);
        let mut indices = match self.rules.non_axis {
            NonAxis::Equal => data.clone(),
            NonAxis::AtMost => {
                let smaller = |(size, twist): (&usize, &usize)| match size {
                    1000.. => 1 + twist % 3,
                    _ => size - twist.min(size) / 3,
                };
                data.iter().zip(&self.twists).map(smaller).collect()
            }
            NonAxis::Broadcast => self.repeated(&mut data, r),
        };
        let mut rest = indices.clone();
        rest.remove(axis);
        data[axis] = size;
        indices[axis] = self.picks(&rest, kind).first().copied().unwrap_or(1);
        let axis = self.written_axis(axis, r);
        (
            self.call(Op::GatherElements { axis }, data, indices),
            vec![size],
        )
    }

    fn call(&self, op: Op, data: Vec<usize>, indices: Vec<usize>) -> Case {
        Case {
            op,
            data,
            indices,
            values: Vec::new(),
            rules: self.rules,
        }
    }

    fn written_axis(&self, axis: usize, rank: usize) -> i128 {
        let from_end = if self.from_end { rank as i128 } else { 0 };
        axis as i128 - from_end
    }

    /// The size of an indexed axis, or 0 where that is wanted.
    fn axis_size(&self, size: usize, kind: Kind) -> usize {
        let empty = kind.empty_axes && self.depth.is_multiple_of(2);
        if empty { 0 } else { size }
    }

    /// The first sizes of the indices; where sizes of 1 may be repeated, some become 1 on either side.
    fn twisted_batch(&self, data: &mut [usize], b: usize) -> Vec<usize> {
        match self.rules.batch_sizes {
            BatchSizes::Equal => data[..b].to_vec(),
            BatchSizes::Broadcast => self.repeated(data, b),
        }
    }

    fn repeated(&self, data: &mut [usize], count: usize) -> Vec<usize> {
        let mut indices = data[..count].to_vec();
        for (n, twist) in self.twists.iter().enumerate().take(count) {
            match twist {
                0 | 1 => indices[n] = 1,
                2 | 3 => data[n] = 1,
                _ => {}
            }
        }
        indices
    }

    /// The dimensions that only the indices have, so few that the output stays within the budget.
    fn picks(&self, rest: &[usize], kind: Kind) -> Vec<usize> {
        let rest = rest.iter().fold(1_usize, |a, b| a.saturating_mul(*b));
        let mut picks = self.picks.clone();
        fit(&mut picks, kind.budget / rest.max(1));
        picks
    }

    /// Values for indices of this shape, whose tuples index axes of these sizes. None for shapes so large
    /// that nobody runs them.
    fn values(&self, indices: &[usize], axes: &[usize]) -> Vec<i128> {
        let count = elements(indices).unwrap_or(usize::MAX);
        if count > 1 << 20 {
            return Vec::new();
        }
        let size = |n: usize| axes.get(n % axes.len().max(1)).copied().unwrap_or(0);
        let seeds = self.seeds.iter().cycle().take(count).enumerate();
        let mut values: Vec<i128> = seeds.map(|(n, seed)| self.good(*seed, size(n))).collect();
        for (spot, which) in self.bad.iter().filter(|_| count > 0) {
            let n = spot.index(count);
            values[n] = bad(*which, size(n), &INDEX_TYPES[self.index_type]);
        }
        values
    }

    /// An index that is in range, if any is.
    fn good(&self, seed: usize, size: usize) -> i128 {
        let index_type = &INDEX_TYPES[self.index_type];
        let from_end = self.rules.negative == Negative::FromEnd && seed.is_multiple_of(2);
        let most = (size as i128).min(index_type.max).max(1);
        let value = seed as i128 / 2 % most;
        if from_end && value < -index_type.min {
            -1 - value
        } else {
            value
        }
    }
}

/// Keeps the number of elements within a budget: what does not fit becomes 1.
fn fit(shape: &mut [usize], budget: usize) {
    let mut product = 1_usize;
    for size in shape {
        match product.saturating_mul(*size) {
            larger if larger > budget => *size = 1,
            0 => {}
            larger => product = larger,
        }
    }
}

/// An index that is probably out of range: near the edges of the axis, of the type, of narrower types.
fn bad(which: usize, size: usize, index_type: &IndexType) -> i128 {
    let s = size as i128;
    let candidates = [
        s,
        -s - 1,
        s + 1,
        -1,
        2 * s,
        -2 * s - 1,
        index_type.min,
        index_type.max,
        1 << 8,
        1 << 16,
        1 << 32,
        (1 << 32) - 1,
        1 << 63,
        -(1 << 32),
    ];
    candidates[which % candidates.len()].clamp(index_type.min, index_type.max)
}

impl Damage {
    fn apply(&self, case: &mut Case) {
        match self {
            Self::Axis(wild) => {
                if let Op::Gather { axis, .. } | Op::GatherElements { axis } = &mut case.op {
                    *axis = *wild;
                }
            }
            Self::BatchDims(wild) => {
                if let Op::Gather { batch_dims, .. } | Op::GatherNd { batch_dims } = &mut case.op {
                    *batch_dims = *wild;
                }
            }
            Self::DataSize(axis, size) => set(&mut case.data, axis, *size),
            Self::IndicesSize(axis, size) => set(&mut case.indices, axis, *size),
            Self::LastSize(size) => case
                .indices
                .splice(case.indices.len().saturating_sub(1).., [*size])
                .for_each(drop),
            Self::ExtraDimension => case.indices.insert(0, 2),
            Self::MissingDimension => drop(case.indices.pop()),
            Self::ScalarData => case.data.clear(),
            Self::ScalarIndices => case.indices.clear(),
        }
    }
}

fn set(shape: &mut [usize], axis: &Spot, size: usize) {
    if !shape.is_empty() {
        shape[axis.index(shape.len())] = size;
    }
}
