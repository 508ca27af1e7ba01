//! The nest of loops that an operator is: which part of data and which tuple each row of the output comes
//! from. The normal form of it is a [`Plan`](crate::Plan).

use gather_spec::{Call, Op};

use crate::layout::{Layout, Walk};

/// One loop of the nest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Level {
    /// How many steps.
    pub(crate) count: usize,
    /// Positions in data per step; may stand for a negative number.
    pub(crate) data_step: usize,
    /// Positions in the indices per step; may stand for a negative number.
    pub(crate) tuple_step: usize,
}

impl Level {
    /// A level of one step.
    pub(crate) const ONCE: Self = Self {
        count: 1,
        data_step: 0,
        tuple_step: 0,
    };
}

/// The nest of loops of a checked call.
pub(crate) struct Nest<'c, 'a> {
    pub(crate) call: &'c Call<'a, [usize], [usize]>,
    pub(crate) data: Layout<'a>,
    pub(crate) indices: Layout<'a>,
}

impl Nest<'_, '_> {
    /// Tells the levels, innermost first, one for each thing that is counted, and returns the number of
    /// elements in a row.
    pub(crate) fn each_level(&self, mut level: impl FnMut(Level)) -> usize {
        let (data, indices) = (self.call.data, self.call.indices);
        let first = self.call.first_axis().unwrap_or(0);
        let mut strides = self.strides();
        if let Op::GatherElements { .. } = self.call.op {
            for axis in (0..data.len()).rev() {
                let count = self.call.output_size(axis).unwrap_or(0);
                let mut next = strides.shared(axis, count, size(data, axis), size(indices, axis));
                if axis == first {
                    next.data_step = 0;
                }
                level(next);
            }
            return 1;
        }
        let depth = self.call.depth().unwrap_or(0);
        let batch = self.call.batch_dims().unwrap_or(0);
        let slice = strides.row(data, first + depth, &mut level);
        for axis in (first..first + depth).rev() {
            strides.data.next(axis, size(data, axis));
        }
        let tuples = match self.call.op {
            Op::GatherNd { .. } => {
                let last = indices.len().saturating_sub(1);
                strides.indices.next(last, size(indices, last));
                last
            }
            _ => indices.len(),
        };
        for axis in (batch..tuples).rev() {
            level(Level {
                count: size(indices, axis),
                data_step: 0,
                tuple_step: strides.indices.next(axis, size(indices, axis)),
            });
        }
        for axis in (batch..first).rev() {
            level(Level {
                count: size(data, axis),
                data_step: strides.data.next(axis, size(data, axis)),
                tuple_step: 0,
            });
        }
        for axis in (0..batch).rev() {
            let count = self.call.batch_size(axis).unwrap_or(0);
            level(strides.shared(axis, count, size(data, axis), size(indices, axis)));
        }
        slice
    }

    fn strides(&self) -> Strides<'_> {
        Strides {
            data: self.data.inwards_out(),
            indices: self.indices.inwards_out(),
            dense: self.data.strides.is_none(),
        }
    }

    /// Where row number `row` starts, if row 0 starts at `start`.
    pub(crate) fn locate(&self, row: usize, start: (usize, usize)) -> (usize, usize) {
        let (mut rest, (mut data, mut tuple)) = (row, start);
        self.each_level(|level| {
            let step = rest % level.count.max(1);
            rest /= level.count.max(1);
            data = data.wrapping_add(step.wrapping_mul(level.data_step));
            tuple = tuple.wrapping_add(step.wrapping_mul(level.tuple_step));
        });
        (data, tuple)
    }
}

/// Strides of data and indices, from the innermost dimension outwards.
struct Strides<'a> {
    data: Walk<'a>,
    indices: Walk<'a>,
    /// Whether data is dense, so that its positions are rows.
    dense: bool,
}

impl Strides<'_> {
    /// The level of a dimension that data and indices share; a size of 1 does not move.
    fn shared(&mut self, axis: usize, count: usize, data: usize, indices: usize) -> Level {
        let (data_step, tuple_step) =
            (self.data.next(axis, data), self.indices.next(axis, indices));
        Level {
            count,
            data_step: if data == 1 { 0 } else { data_step },
            tuple_step: if indices == 1 { 0 } else { tuple_step },
        }
    }

    /// Takes the dimensions of data from `from` on as the row. In strided data those that do not continue
    /// the row become levels. Returns the number of elements in a row.
    fn row(&mut self, data: &[usize], from: usize, level: &mut impl FnMut(Level)) -> usize {
        if self.dense {
            return product(data.get(from..).unwrap_or_default());
        }
        let (mut slice, mut contiguous) = (1_usize, true);
        for axis in (from..data.len()).rev() {
            let size = size(data, axis);
            let step = self.data.next(axis, size);
            contiguous &= size == 1 || step == slice;
            if contiguous {
                slice = slice.wrapping_mul(size);
            } else {
                level(Level {
                    count: size,
                    data_step: step,
                    tuple_step: 0,
                });
            }
        }
        slice
    }
}

/// The size of an axis. The axes of a checked call are there.
#[inline]
pub(crate) fn size(shape: &[usize], axis: usize) -> usize {
    shape.get(axis).copied().unwrap_or(0)
}

/// A product of sizes that is exact where it matters: a shape that passed the rules either fits or
/// contains a 0, and then there is nothing to be found with it.
pub(crate) fn product(sizes: &[usize]) -> usize {
    sizes
        .iter()
        .fold(1, |product, size| product.wrapping_mul(*size))
}
