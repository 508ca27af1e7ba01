//! Random calls that mostly make sense.
//!
//! A sketch is a handful of random numbers without any relation to each other. Building it makes a call
//! whose shapes and attributes agree, then damages some: a wild attribute, a size that is off, a
//! dimension too many or too few. Indices are in range, but for a few that are put in on purpose.

use gather_core::{BatchSizes, DepthZero, Negative, NonAxis, Op, Operator, Rules};

use crate::{
    oracle::{Case, elements},
    types::{INDEX_TYPES, IndexType},
};

/// What kind of shapes to make.
#[derive(Clone, Copy, Debug)]
pub struct Kind {
    /// The sizes, by weight.
    pub sizes: &'static [(u32, &'static [usize])],
    /// Dimensions of data.
    pub ranks: (usize, usize),
    /// Dimensions of the indices besides those of the batch and the tuples.
    pub picks: usize,
    /// Elements that neither data nor output exceeds.
    budget: usize,
    /// Whether every other indexed axis is empty: then data is, however large its other sizes are.
    empty_axes: bool,
}

impl Kind {
    /// A handful of elements, for whoever wants millions of calls.
    pub const TINY: Self = Self {
        sizes: &[(1, &[0]), (6, &[1]), (18, &[2, 3])],
        ranks: (1, 4),
        picks: 2,
        budget: 40,
        empty_axes: false,
    };

    /// Few dimensions, small sizes.
    pub const SMALL: Self = Self {
        sizes: &[(1, &[0]), (6, &[1]), (18, &[2, 3]), (8, &[4, 5])],
        ranks: (1, 6),
        picks: 3,
        budget: 800,
        empty_axes: false,
    };

    /// Sizes around the numbers of rows that are taken in one go.
    pub const LONG: Self = Self {
        sizes: &[
            (4, &[1, 2, 3]),
            (
                4,
                &[15, 16, 17, 63, 64, 65, 66, 70, 127, 128, 129, 255, 257],
            ),
        ],
        ranks: (1, 3),
        picks: 2,
        budget: 9000,
        empty_axes: false,
    };

    /// Sizes around those at which rows are copied by another loop.
    pub const ROWS: Self = Self {
        sizes: &[
            (6, &[1, 2, 3]),
            (2, &[4, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33]),
            (2, &[63, 64, 65, 96, 97, 128, 129, 160, 161]),
            (2, &[192, 193, 224, 225, 256, 257, 300]),
        ],
        ranks: (2, 3),
        picks: 1,
        budget: 3000,
        empty_axes: false,
    };

    /// Several lines of more rows than a small call has.
    pub const LINES: Self = Self {
        sizes: &[(3, &[1]), (6, &[3, 4, 5]), (5, &[16, 37, 70, 130])],
        ranks: (1, 3),
        picks: 2,
        budget: 4000,
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

    /// Sizes around those at which loops take larger steps: whole blocks, and one more or less.
    pub const BLOCKS: Self = Self {
        sizes: &[
            (4, &[1, 2, 3]),
            (3, &[7, 8, 9, 31, 32, 33]),
            (2, &[255, 256, 257, 511, 1023, 1024, 1025, 2049]),
        ],
        ranks: (1, 3),
        picks: 2,
        budget: 4200,
        empty_axes: false,
    };

    /// So many indices that short rows are worth several threads.
    pub const MANY: Self = Self {
        sizes: &[
            (8, &[1, 2, 3]),
            (3, &[300, 1000]),
            (4, &[66_000, 131_071, 131_072, 140_001]),
        ],
        ranks: (1, 3),
        picks: 2,
        budget: 300_000,
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

/// A place in something whose length is not known yet: any number, taken modulo that length.
pub type Spot = usize;

/// Random numbers that a call is built from.
#[derive(Clone, Debug)]
pub struct Sketch {
    /// Which operator.
    pub operator: Operator,
    /// The sizes of data.
    pub data: Vec<usize>,
    /// The sizes that only the indices have.
    pub picks: Vec<usize>,
    /// What happens to each batch or non-axis dimension, below 8.
    pub twists: Vec<usize>,
    /// The number of batch dimensions, modulo how many there can be.
    pub batch: usize,
    /// The indexed axis, modulo the rank.
    pub axis: usize,
    /// The length of tuples, modulo how long they can be.
    pub depth: usize,
    /// Whether attributes are written as counted from the end.
    pub from_end: bool,
    /// The choices.
    pub rules: Rules,
    /// What is wrong with it.
    pub damage: Option<Damage>,
    /// The number of the index type.
    pub index_type: usize,
    /// One for each index, repeated as needed; not empty.
    pub seeds: Vec<usize>,
    /// Where indices that are out of range go, and which.
    pub bad: Vec<(Spot, usize)>,
}

/// One thing that is probably wrong.
#[derive(Clone, Debug)]
pub enum Damage {
    /// Another axis.
    Axis(i128),
    /// Another number of batch dimensions.
    BatchDims(i128),
    /// Another size of data.
    DataSize(Spot, usize),
    /// Another size of the indices.
    IndicesSize(Spot, usize),
    /// The last dimension of the indices, and with it the depth of tuples.
    LastSize(usize),
    /// One more dimension of the indices, in front.
    ExtraDimension,
    /// The last dimension of the indices is missing.
    MissingDimension,
    /// Data without dimensions.
    ScalarData,
    /// Indices without dimensions.
    ScalarIndices,
}

impl Sketch {
    /// The call.
    pub fn build(&self, kind: Kind) -> Case {
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
            let n = spot % count;
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
            Self::DataSize(axis, size) => set(&mut case.data, *axis, *size),
            Self::IndicesSize(axis, size) => set(&mut case.indices, *axis, *size),
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

fn set(shape: &mut [usize], axis: Spot, size: usize) {
    if !shape.is_empty() {
        let at = axis % shape.len();
        shape[at] = size;
    }
}
