//! Random calls: most are good, some have a wrong size, some a wrong index, first, last or between.

use core::ops::Range;

use gather_core::{BatchSizes, DepthZero, Negative, NonAxis, Operator, Rules};

use crate::{
    sample::{Random, Sample, SampleIndex},
    written::Written,
};

/// Elements of data, at most: kernels of rank 8 have them too.
const MOST_DATA: usize = 128;

/// Indices, at most: eight dimensions of five have 390,625, each of which may be a row of data.
const MOST_INDICES: usize = 1024;

/// Rows in a span around those of a block.
const AROUND_A_BLOCK: [usize; 6] = [63, 64, 65, 127, 128, 129];

/// Which shapes are given at run time and may therefore be wrong.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Shapes {
    /// Both: views.
    Views,
    /// That of the indices; data is a nested array.
    ArrayOfData,
    /// None: nested arrays.
    Arrays,
}

/// One call.
#[derive(Debug)]
pub(crate) struct Input<T, I> {
    pub(crate) data: Vec<T>,
    pub(crate) data_shape: Vec<usize>,
    pub(crate) indices: Vec<I>,
    pub(crate) indices_shape: Vec<usize>,
}

impl<T: Sample, I: SampleIndex> Input<T, I> {
    pub(crate) fn random(
        written: &Written<T>,
        indices_rank: usize,
        shapes: Shapes,
        random: &mut Random,
    ) -> Self {
        let mut draft = Draft::of(written, indices_rank);
        draft.draw(random);
        if random.once_in(6) {
            draft.spoil(shapes, random);
        }
        let count = |shape: &[usize]| shape.iter().product();
        Self {
            data: (0..count(&draft.data)).map(T::sample).collect(),
            indices: draft.values(count(&draft.indices), random),
            data_shape: draft.data,
            indices_shape: draft.indices,
        }
    }
}

/// Shapes while they are drawn.
struct Draft<'a> {
    rules: Rules,
    operator: Operator,
    axis: usize,
    batch: usize,
    known_data: &'a [Option<usize>],
    known_indices: Vec<Option<usize>>,
    data: Vec<usize>,
    indices: Vec<usize>,
}

impl<'a> Draft<'a> {
    fn of<T>(written: &'a Written<T>, indices_rank: usize) -> Self {
        let operator = written.op().operator();
        let rules = written.options.rules(operator);
        let any = || vec![None; indices_rank];
        let mut known_indices = written.indices.clone().unwrap_or_else(any);
        if let (Some(depth), Some(last)) = (written.depth, known_indices.last_mut()) {
            *last = Some(depth);
        }
        Self {
            rules: rules.expect("the preset has the operator"),
            operator,
            axis: written.front_axis(),
            batch: written.front_batch(indices_rank),
            known_data: &written.data,
            known_indices,
            data: Vec::new(),
            indices: Vec::new(),
        }
    }

    /// Shapes that agree with each other and with what is known.
    fn draw(&mut self, random: &mut Random) {
        let mut draw = |known: &Option<usize>| match (known, random.below(20)) {
            (Some(size), _) => *size,
            (None, 0) => 0,
            (None, n) => 1 + n % 5,
        };
        self.data = self.known_data.iter().map(&mut draw).collect();
        self.indices = self.known_indices.iter().map(&mut draw).collect();
        self.agree(random);
        let (rank, first) = (self.data.len(), random.below(self.data.len()));
        for axis in (first..rank).chain(0..first) {
            if self.data.iter().product::<usize>() <= MOST_DATA {
                break;
            }
            if self.known_data[axis].is_none() {
                self.data[axis] = 1;
                self.agree(random);
            }
        }
        for axis in self.picks() {
            if self.indices.iter().product::<usize>() <= MOST_INDICES {
                break;
            }
            if self.known_indices[axis].is_none() {
                self.indices[axis] = 1;
            }
        }
        self.make_one_long(random);
    }

    /// The dimensions of the indices that no dimension of data bounds.
    fn picks(&self) -> Range<usize> {
        match self.operator {
            Operator::GatherNd => self.batch..self.indices.len() - 1,
            Operator::Gather => self.batch..self.indices.len(),
            Operator::GatherElements => self.axis..self.axis + 1,
        }
    }

    /// Makes the sizes agree that have to.
    fn agree(&mut self, random: &mut Random) {
        match self.operator {
            Operator::GatherNd => {
                self.agree_on_batch(random);
                self.agree_on_depth(random);
            }
            Operator::Gather => self.agree_on_batch(random),
            Operator::GatherElements => self.agree_off_axis(random),
        }
    }

    fn agree_on_batch(&mut self, random: &mut Random) {
        let repeats = self.rules.batch_sizes == BatchSizes::Broadcast;
        for axis in 0..self.batch {
            self.equalise(axis, repeats, random);
        }
    }

    fn agree_on_depth(&mut self, random: &mut Random) {
        let last = self.indices.len() - 1;
        if self.known_indices[last].is_none() {
            let most = self.data.len() - self.batch;
            let least = match self.rules.depth_zero {
                DepthZero::Error => 1,
                DepthZero::Copy => 0,
            };
            self.indices[last] = least + random.below(most + 1 - least);
        }
    }

    fn agree_off_axis(&mut self, random: &mut Random) {
        for axis in 0..self.data.len() {
            match self.rules.non_axis {
                _ if axis == self.axis => {}
                NonAxis::Equal => self.equalise(axis, false, random),
                NonAxis::Broadcast => self.equalise(axis, true, random),
                NonAxis::AtMost if self.known_indices[axis].is_none() => {
                    let (most, least) = (self.data[axis], usize::from(!random.once_in(20)));
                    self.indices[axis] = most.min(least + random.below(most));
                }
                NonAxis::AtMost if self.known_data[axis].is_none() => {
                    self.data[axis] = self.data[axis].max(self.indices[axis]);
                }
                NonAxis::AtMost => {}
            }
        }
    }

    /// The same size on both sides, or 1 on one of them where that is repeated.
    fn equalise(&mut self, axis: usize, repeats: bool, random: &mut Random) {
        let (data, indices) = (self.known_data[axis], self.known_indices[axis]);
        match (data, indices) {
            (Some(_), Some(_)) => {}
            (_, None) => self.indices[axis] = self.data[axis],
            (None, Some(size)) => self.data[axis] = size,
        }
        if repeats && random.once_in(2) {
            match (data, indices) {
                (_, None) => self.indices[axis] = 1,
                (None, _) => self.data[axis] = 1,
                (Some(_), Some(_)) => {}
            }
        }
    }

    /// As many rows as a block has, or one more or less, where some dimension is free to have them.
    fn make_one_long(&mut self, random: &mut Random) {
        let rows = self.picks();
        if rows.is_empty() || !random.once_in(3) {
            return;
        }
        let long = rows.start + random.below(rows.len());
        if self.known_indices[long].is_some() {
            return;
        }
        for axis in rows.filter(|axis| self.known_indices[*axis].is_none()) {
            self.indices[axis] = 1;
        }
        self.indices[long] = *random.pick(&AROUND_A_BLOCK);
    }

    /// Makes one size wrong, or at least different.
    fn spoil(&mut self, shapes: Shapes, random: &mut Random) {
        let shape = match shapes {
            Shapes::Arrays => return,
            Shapes::Views if random.once_in(2) => &mut self.data,
            Shapes::Views | Shapes::ArrayOfData => &mut self.indices,
        };
        let axis = random.below(shape.len());
        if let Some(size) = shape.get_mut(axis) {
            *size = match random.below(3) {
                0 => 0,
                1 => *size + 1,
                _ => size.saturating_sub(1),
            };
        }
    }

    /// The size that the index at a flat position is measured by.
    fn size_for(&self, flat: usize) -> usize {
        let axis = match self.operator {
            Operator::GatherNd => {
                let depth = self.indices.last().copied().unwrap_or(1);
                self.batch + flat % depth.max(1)
            }
            Operator::Gather | Operator::GatherElements => self.axis,
        };
        self.data.get(axis).copied().unwrap_or(1)
    }

    fn values<I: SampleIndex>(&self, count: usize, random: &mut Random) -> Vec<I> {
        let good = |flat: usize, random: &mut Random| {
            let size = self.size_for(flat);
            let position = random.below(size) as i128;
            let from_end = self.rules.negative == Negative::FromEnd && random.once_in(3);
            let counted = if from_end && size > 0 {
                position - size as i128
            } else {
                position
            };
            fitting([counted, position, 0])
        };
        let bad = |flat: usize, random: &mut Random| {
            let size = self.size_for(flat) as i128;
            let edges = [size, -size - 1, size + 1, -1, least::<I>(), most::<I>()];
            fitting([*random.pick(&edges), *random.pick(&edges), most::<I>()])
        };
        let mut values: Vec<I> = (0..count).map(|flat| good(flat, random)).collect();
        if count == 0 {
            return values;
        }
        match random.below(8) {
            0..=2 => {}
            3 => values[0] = bad(0, random),
            4 => values[count - 1] = bad(count - 1, random),
            5 => values[count / 2] = bad(count / 2, random),
            6 => {
                let at = random.below(count);
                values[at] = bad(at, random);
            }
            _ => {
                for (flat, value) in values.iter_mut().enumerate() {
                    if random.once_in(4) {
                        *value = bad(flat, random);
                    }
                }
            }
        }
        values
    }
}

/// The smallest value of an index type.
fn least<I: SampleIndex>() -> i128 {
    if I::SIGNED { -most::<I>() - 1 } else { 0 }
}

/// The largest value of an index type.
fn most<I: SampleIndex>() -> i128 {
    let bits = 8 * size_of::<I>() - usize::from(I::SIGNED);
    (1 << bits) - 1
}

/// The first of these numbers that the index type holds.
fn fitting<I: SampleIndex, const N: usize>(candidates: [i128; N]) -> I {
    let fits = |value: i128| I::try_from(value).ok();
    candidates.into_iter().find_map(fits).expect("0 fits")
}
