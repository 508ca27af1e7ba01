//! The checked shapes of one call in normal form.
//!
//! All three operators do the same thing: they write the output front to back, a *row* at a time, and
//! each row is a contiguous slice of data found through one index tuple. They differ in how row
//! numbers map to tuples and to the part of data that the tuple speaks about. That mapping is a nest
//! of loops; each [`Level`] says how far one step moves in data and how far in the tuples:
//!
//! ```text
//! GatherND        batch sizes …  × tuples of a batch     row = data[base + offset(tuple)]
//! Gather          batch sizes …  × outer rows × indices  row = data[base + index]
//! GatherElements  all dimensions of the indices          row = data[base + index · stride]
//! ```
//!
//! Levels of size 1 are dropped and neighbours that continue each other are merged, so that most calls
//! have one or two. A size that is repeated (broadcast) is a level that does not move. The innermost
//! level is the *span*: rows that a kernel takes in one go.
//!
//! Positions in data are counted in slices, positions in the indices in tuples.

use gather_spec::{Call, Op, Rules, Violation};

use crate::{
    error::{BadIndex, Coordinates, GatherError, IndexError},
    output::OutputShape,
};

/// One loop of the nest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Level {
    /// How many steps.
    pub(crate) count: usize,
    /// Slices of data per step.
    pub(crate) data_step: usize,
    /// Tuples per step.
    pub(crate) tuple_step: usize,
}

/// Levels that a plan holds. More are needed only above rank 8, by shapes in which no two neighbouring
/// dimensions continue each other; then the start of each span is divided out of its number.
pub(crate) const MOST_LEVELS: usize = 8;

/// The checked shapes of one call in normal form: made once, taken by every kernel. It exists only if
/// the shapes agree.
///
/// ```
/// use gather_core::{Op, Plan, Rules};
/// let plan = Plan::new(Op::gather_nd(2), &[30, 2, 100, 35], &[30, 2, 3, 1], Rules::ONNX)?;
/// assert_eq!((plan.rows(), plan.depth(), plan.slice()), (30 * 2 * 3, 1, 35));
/// assert_eq!(plan.indexed_sizes(), [100]);
/// assert_eq!(plan.output_shape().to_string(), "[30, 2, 3, 35]");
/// # Ok::<(), gather_core::GatherError>(())
/// ```
///
/// Invariants, as long as the output has elements:
///
/// 1. The counts of the levels multiply to `rows`, and `rows * slice` is the number of output elements.
/// 2. A tuple number reached through the levels is below the number of tuples in the indices.
/// 3. A data position reached through the levels, plus the offset of a tuple whose coordinates are all
///    in range, is below the number of slices in data.
#[derive(Clone, Copy, Debug)]
pub struct Plan<'a> {
    call: Call<'a, [usize], [usize]>,
    /// Innermost first; `levels[0]` is the span.
    levels: [Level; MOST_LEVELS],
    /// Levels in use; above `MOST_LEVELS` if they did not fit.
    depth_of_nest: usize,
    /// Sizes of the axes that a tuple indexes, a part of the data shape.
    axes: &'a [usize],
    /// Data slices per step of the last coordinate.
    stride: usize,
    rows: usize,
    slice: usize,
}

impl<'a> Plan<'a> {
    /// Checks a call and brings it into normal form.
    ///
    /// # Errors
    ///
    /// [`GatherError::Rule`] with the first broken rule.
    pub fn new(
        op: Op,
        data: &'a [usize],
        indices: &'a [usize],
        rules: Rules,
    ) -> Result<Self, GatherError> {
        let call = Call {
            op,
            data,
            indices,
            rules,
        };
        call.first_violation()?;
        let normal = Self::normal(call);
        // A call without violations has everything that the normal form reads.
        normal.ok_or(GatherError::Rule(Violation::RankZero {
            operator: op.operator(),
        }))
    }

    fn normal(call: Call<'a, [usize], [usize]>) -> Option<Self> {
        let (first, depth) = (call.first_axis()?, call.depth()?);
        let axes = call.data.get(first..)?.get(..depth)?;
        let (stride, slice) = match call.op {
            Op::GatherElements { .. } => (product(call.data.get(first + 1..)?), 1),
            _ => (1, product(call.data.get(first + depth..)?)),
        };
        let mut plan = Self {
            call,
            levels: [Level::default(); MOST_LEVELS],
            depth_of_nest: 0,
            axes,
            stride,
            rows: 1,
            slice,
        };
        each_level(&call, |level| plan.push(level));
        if plan.depth_of_nest == 0 {
            plan.levels[0].count = 1;
            plan.depth_of_nest = 1;
        }
        Some(plan)
    }

    /// Adds the next level outwards.
    #[inline]
    fn push(&mut self, level: Level) {
        self.rows = self.rows.wrapping_mul(level.count);
        if level.count == 1 {
            return;
        }
        if let Some(inner) = self.depth_of_nest.checked_sub(1)
            && let Some(inner) = self.levels.get_mut(inner)
            && level.data_step == inner.data_step.wrapping_mul(inner.count)
            && level.tuple_step == inner.tuple_step.wrapping_mul(inner.count)
        {
            inner.count = inner.count.wrapping_mul(level.count);
            return;
        }
        if let Some(free) = self.levels.get_mut(self.depth_of_nest) {
            *free = level;
        }
        self.depth_of_nest += 1;
    }

    /// The operator and its attributes.
    #[must_use]
    pub const fn op(&self) -> Op {
        self.call.op
    }

    /// The choices of the call.
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        &self.call.rules
    }

    /// The shape of data that this plan is for.
    #[must_use]
    pub const fn data_shape(&self) -> &'a [usize] {
        self.call.data
    }

    /// The shape of the indices that this plan is for.
    #[must_use]
    pub const fn indices_shape(&self) -> &'a [usize] {
        self.call.indices
    }

    /// The shape of the output.
    #[must_use]
    pub fn output_shape(&self) -> OutputShape<'a> {
        OutputShape::of(self.call)
    }

    /// Number of elements of the output.
    #[inline]
    #[must_use]
    pub const fn elements(&self) -> usize {
        // Exact by invariant 1; in an empty output a factor is 0, whatever the others wrapped to.
        self.rows.wrapping_mul(self.slice)
    }

    /// Leading dimensions that data and indices share, counted from the front.
    #[must_use]
    pub fn batch_dims(&self) -> usize {
        self.call.batch_dims().unwrap_or(0)
    }

    /// Number of rows: contiguous slices that are found one by one.
    #[must_use]
    pub const fn rows(&self) -> usize {
        self.rows
    }

    /// Coordinates in an index tuple.
    #[must_use]
    pub const fn depth(&self) -> usize {
        self.axes.len()
    }

    /// Elements in a row.
    #[must_use]
    pub const fn slice(&self) -> usize {
        self.slice
    }

    /// Sizes of the data axes that an index tuple indexes.
    #[must_use]
    pub const fn indexed_sizes(&self) -> &'a [usize] {
        self.axes
    }

    /// Slices of data per step of the last coordinate of a tuple.
    pub(crate) const fn stride(&self) -> usize {
        self.stride
    }

    /// The rows that a kernel takes in one go.
    pub(crate) const fn span(&self) -> Level {
        self.levels[0]
    }

    /// The levels around the span, innermost first; `None` if they did not fit.
    pub(crate) fn outer_levels(&self) -> Option<&[Level]> {
        self.levels.get(1..self.depth_of_nest)
    }

    /// Where row number `row` starts: a position in data and a tuple number. Divides, so not for loops
    /// over rows.
    pub(crate) fn locate(&self, row: usize) -> (usize, usize) {
        let (mut rest, mut data, mut tuple) = (row, 0, 0);
        each_level(&self.call, |level| {
            let step = rest % level.count.max(1);
            rest /= level.count.max(1);
            data += step * level.data_step;
            tuple += step * level.tuple_step;
        });
        (data, tuple)
    }

    /// The error for the index at a flat position of the indices tensor.
    #[cold]
    pub(crate) fn index_error(&self, flat: usize, value: i128) -> GatherError {
        let coordinate = flat % self.depth().max(1);
        let axis = self.call.first_axis().unwrap_or(0) + coordinate;
        let bad = BadIndex {
            value,
            flat,
            coordinates: Coordinates::of(flat, self.call.indices),
            in_tuple: matches!(self.call.op, Op::GatherNd { .. }),
            axis,
            size: self.axes.get(coordinate).copied().unwrap_or(0),
            negative: self.call.rules.negative,
        };
        GatherError::Index(IndexError::new(bad))
    }
}

/// A product of sizes that is exact where it matters: a shape that passed the rules either fits or
/// contains a 0, and then there is nothing to be found with it.
fn product(sizes: &[usize]) -> usize {
    sizes
        .iter()
        .fold(1, |product, size| product.wrapping_mul(*size))
}

/// The nest of loops of a checked call, innermost first, one level for each thing that is counted.
fn each_level(call: &Call<'_, [usize], [usize]>, mut level: impl FnMut(Level)) {
    let (data, indices) = (call.data, call.indices);
    let (batch, first) = (
        call.batch_dims().unwrap_or(0),
        call.first_axis().unwrap_or(0),
    );
    let mut strides = Strides { data: 1, tuple: 1 };
    let batch_sizes = |strides: &mut Strides, level: &mut dyn FnMut(Level)| {
        for axis in (0..batch).rev() {
            let count = call.batch_size(axis).unwrap_or(0);
            level(strides.next(count, data[axis], indices[axis]));
        }
    };
    match call.op {
        Op::GatherNd { .. } => {
            let tuples = product(&indices[batch..indices.len() - 1]);
            level(Level {
                count: tuples,
                data_step: 0,
                tuple_step: 1,
            });
            strides.data = product(&data[first..first + indices[indices.len() - 1]]);
            strides.tuple = tuples;
            batch_sizes(&mut strides, &mut level);
        }
        Op::Gather { .. } => {
            let picks = product(&indices[batch..]);
            let outer = product(&data[batch..first]);
            level(Level {
                count: picks,
                data_step: 0,
                tuple_step: 1,
            });
            level(Level {
                count: outer,
                data_step: data[first],
                tuple_step: 0,
            });
            strides.data = data[first].wrapping_mul(outer);
            strides.tuple = picks;
            batch_sizes(&mut strides, &mut level);
        }
        Op::GatherElements { .. } => {
            for axis in (0..data.len()).rev() {
                let count = call.output_size(axis).unwrap_or(0);
                let mut next = strides.next(count, data[axis], indices[axis]);
                if axis == first {
                    next.data_step = 0;
                    next.tuple_step = if indices[axis] == 1 {
                        0
                    } else {
                        next.tuple_step
                    };
                }
                level(next);
            }
        }
    }
}

/// Running strides of data and tuples, from the innermost dimension outwards.
struct Strides {
    data: usize,
    tuple: usize,
}

impl Strides {
    /// The level of a dimension that is counted `count` times; a size of 1 does not move.
    fn next(&mut self, count: usize, data: usize, tuples: usize) -> Level {
        let level = Level {
            count,
            data_step: if data == 1 { 0 } else { self.data },
            tuple_step: if tuples == 1 { 0 } else { self.tuple },
        };
        self.data = self.data.wrapping_mul(data);
        self.tuple = self.tuple.wrapping_mul(tuples);
        level
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn levels(op: Op, data: &[usize], indices: &[usize]) -> std::vec::Vec<(usize, usize, usize)> {
        let plan = Plan::new(op, data, indices, Rules::ONNX).unwrap();
        let used = &plan.levels[..plan.depth_of_nest];
        let parts = |level: &Level| (level.count, level.data_step, level.tuple_step);
        used.iter().map(parts).collect()
    }

    #[test]
    fn normal_forms_are_short() {
        // tuples of a batch, then the batches
        let nd = levels(Op::gather_nd(2), &[30, 2, 100, 35], &[30, 2, 3, 1]);
        assert_eq!(nd, [(3, 0, 1), (60, 100, 3)]);
        // one tuple per batch: a single span that steps from batch to batch
        let nd = levels(Op::gather_nd(3), &[1, 64, 64, 320], &[1, 64, 64, 1, 1]);
        assert_eq!(nd, [(4096, 320, 1)]);
        // the indices are read again for each outer row
        let gather = levels(Op::gather(1, 0), &[1024, 4096], &[1024]);
        assert_eq!(gather, [(1024, 0, 1), (1024, 4096, 0)]);
        // one index for all outer rows
        let gather = levels(Op::gather(1, 0), &[5, 7, 2], &[]);
        assert_eq!(gather, [(5, 7, 0)]);
        // last axis: rows of the indices; inner axis: columns, then the axis, then what is outside
        let elements = levels(Op::gather_elements(1), &[9, 8], &[9, 8]);
        assert_eq!(elements, [(8, 0, 1), (9, 8, 8)]);
        let elements = levels(Op::gather_elements(1), &[64, 128, 256], &[64, 32, 256]);
        assert_eq!(elements, [(256, 1, 1), (32, 0, 256), (64, 32768, 8192)]);
        // everything of size 1
        assert_eq!(
            levels(Op::gather_elements(0), &[1, 1], &[1, 1]),
            [(1, 0, 0)]
        );
    }

    #[test]
    fn locate_agrees_with_the_levels() {
        let plan = Plan::new(Op::gather_elements(1), &[4, 5, 6], &[3, 2, 4], Rules::ONNX).unwrap();
        let outer = plan.outer_levels().unwrap();
        assert_eq!(
            outer.len(),
            2,
            "indices smaller than data keep their levels apart"
        );
        for row in 0..plan.rows() {
            let (i, j, k) = (row / 8, row / 4 % 2, row % 4);
            assert_eq!(plan.locate(row), (i * 30 + k, i * 8 + j * 4 + k));
        }
    }
}
