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
//! Positions in dense data are counted in rows, positions in strided data in elements; positions in the
//! indices in elements. Strided data is taken as it lies: dimensions behind the indexed axes that do not
//! continue each other become levels of their own, and the row is what is left of contiguous elements.

use gather_spec::{Call, Negative, Op, Rules, Violation};

use crate::{
    error::{BadIndex, Coordinates, GatherError, IndexError},
    index::Index,
    layout::{Distinct, Layout},
    nest::{Level, Nest, product},
    output::OutputShape,
};

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
/// 2. A position in the indices reached through the levels is that of the first coordinate of a tuple.
/// 3. A position in data reached through the levels, plus the offset of a tuple whose coordinates are all
///    in range, is that of a whole row inside data.
#[derive(Clone, Copy, Debug)]
pub struct Plan<'a> {
    call: Call<'a, [usize], [usize]>,
    /// Innermost first; `levels[0]` is the span.
    levels: [Level; MOST_LEVELS],
    /// Levels in use; above `MOST_LEVELS` if they did not fit.
    depth_of_nest: usize,
    /// Sizes of the axes that a tuple indexes, a part of the data shape.
    axes: &'a [usize],
    /// Their strides, if data is strided.
    axis_strides: Option<&'a [isize]>,
    /// Positions in dense data per step of the last coordinate.
    stride: usize,
    /// Positions in the indices from one coordinate of a tuple to the next.
    coordinate_step: usize,
    data: Layout<'a>,
    indices: Layout<'a>,
    /// Where the first row begins: a position in data and one in the indices.
    start: (usize, usize),
    /// The number of the first row among those of the call: 0, unless this is a part of a plan.
    first_row: usize,
    /// Rows of the whole call.
    all_rows: usize,
    rows: usize,
    slice: usize,
}

/// A plan that is not yet checked, and so cannot be seen. A plan is large, and made where it stays: to hand it from one
/// function to the next would take longer than to make it.
#[derive(Debug)]
pub(crate) struct Draft<'a>(Plan<'a>);

impl<'a> Draft<'a> {
    #[inline]
    pub(crate) const fn new(op: Op, data: Layout<'a>, indices: Layout<'a>, rules: Rules) -> Self {
        Self(Plan {
            call: Call {
                op,
                data: data.shape,
                indices: indices.shape,
                rules,
            },
            levels: [Level {
                count: 0,
                data_step: 0,
                tuple_step: 0,
            }; MOST_LEVELS],
            depth_of_nest: 0,
            axes: &[],
            axis_strides: None,
            stride: 1,
            coordinate_step: 1,
            data,
            indices,
            start: (data.offset, indices.offset),
            first_row: 0,
            all_rows: 0,
            rows: 1,
            slice: 1,
        })
    }

    /// The shapes of data and of the indices.
    #[cfg(feature = "macros")]
    pub(crate) const fn shapes(&self) -> (&'a [usize], &'a [usize]) {
        (self.0.call.data, self.0.call.indices)
    }

    /// Checks the call and brings it into normal form.
    // Out of line, so that a program has it once, whatever its types are.
    #[inline(never)]
    pub(crate) fn plan(&mut self) -> Result<&Plan<'a>, GatherError> {
        self.0.call.first_violation()?;
        match self.0.bring_into_normal_form() {
            Some(()) => Ok(&self.0),
            // A call without violations has everything that the normal form reads.
            None => Err(GatherError::Rule(Violation::RankZero {
                operator: self.0.call.op.operator(),
            })),
        }
    }
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
        Self::of(op, Layout::dense(data), Layout::dense(indices), rules)
    }

    /// The same for tensors that may lie in any order.
    pub(crate) fn of(
        op: Op,
        data: Layout<'a>,
        indices: Layout<'a>,
        rules: Rules,
    ) -> Result<Self, GatherError> {
        Draft::new(op, data, indices, rules).plan().copied()
    }

    /// Finds the levels and what belongs to them.
    fn bring_into_normal_form(&mut self) -> Option<()> {
        let Self {
            call,
            data,
            indices,
            ..
        } = *self;
        let (first, depth) = (call.first_axis()?, call.depth()?);
        self.axes = call.data.get(first..)?.get(..depth)?;
        if let Some(strides) = data.strides {
            self.axis_strides = Some(strides.get(first..)?.get(..depth)?);
        }
        if let Op::GatherElements { .. } = call.op {
            self.stride = product(call.data.get(first + 1..)?);
        }
        if let (Op::GatherNd { .. }, Some(strides)) = (call.op, indices.strides) {
            self.coordinate_step = strides.last()?.cast_unsigned();
        }
        let nest = Nest {
            call: &call,
            data,
            indices,
        };
        self.slice = nest.each_level(|level| self.push(level));
        if self.depth_of_nest == 0 {
            self.levels[0].count = 1;
            self.depth_of_nest = 1;
        }
        if self.elements() == 0 {
            self.rows = 0;
        }
        self.all_rows = self.rows;
        Some(())
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

    /// Whether a buffer of this length has room for exactly the output.
    #[inline]
    pub(crate) const fn check_room(&self, found: usize) -> Result<(), GatherError> {
        let expected = self.elements();
        if expected == found {
            Ok(())
        } else {
            Err(GatherError::OutputLength { expected, found })
        }
    }

    /// Number of elements of the output of the whole call that this plan is a part of.
    pub(crate) const fn elements_of_call(&self) -> usize {
        self.all_rows.wrapping_mul(self.slice)
    }

    /// Leading dimensions that data and indices share, counted from the front.
    #[must_use]
    pub fn batch_dims(&self) -> usize {
        self.call.batch_dims().unwrap_or(0)
    }

    /// Number of rows: contiguous slices that are found one by one. 0 if the output is empty.
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

    /// Positions in dense data per step of the last coordinate of a tuple.
    pub(crate) const fn stride(&self) -> usize {
        self.stride
    }

    /// Strides of the indexed axes, if data is strided.
    pub(crate) const fn axis_strides(&self) -> Option<&'a [isize]> {
        self.axis_strides
    }

    /// Positions in the indices from one coordinate of a tuple to the next.
    pub(crate) const fn coordinate_step(&self) -> usize {
        self.coordinate_step
    }

    /// Elements from one position in data to the next: a row in dense data, an element in strided data.
    pub(crate) const fn quantum(&self) -> usize {
        match self.data.strides {
            Some(_) => 1,
            None => self.slice,
        }
    }

    /// Where the first row begins: a position in data and one in the indices.
    pub(crate) const fn start(&self) -> (usize, usize) {
        self.start
    }

    /// Whether neighbouring rows come from neighbouring columns of a table, and those after them from the same
    /// columns again.
    #[cfg(feature = "rayon")]
    pub(crate) fn picks_by_columns(&self) -> bool {
        let levels = self.levels().unwrap_or_default();
        matches!(levels, [columns, rows, ..] if columns.data_step == 1 && rows.data_step == 0)
    }

    /// The first and the second half of the rows, cut through the outermost level; `None` if there is
    /// nothing to cut.
    #[cfg(feature = "rayon")]
    pub(crate) fn halves(&self) -> Option<(Self, Self)> {
        let outermost = self.levels()?.iter().rposition(|level| level.count > 1)?;
        let Level {
            count,
            data_step,
            tuple_step,
        } = self.levels[outermost];
        let (mut first, mut second) = (*self, *self);
        let (before, after) = (count / 2, count - count / 2);
        first.levels[outermost].count = before;
        first.rows = self.rows / count * before;
        second.levels[outermost].count = after;
        second.rows = self.rows / count * after;
        second.first_row = self.first_row + first.rows;
        second.start = (
            self.start.0.wrapping_add(data_step.wrapping_mul(before)),
            self.start.1.wrapping_add(tuple_step.wrapping_mul(before)),
        );
        Some((first, second))
    }

    /// Where the coordinates of a tuple lead, in positions from where its part of data begins.
    #[inline]
    pub(crate) fn offset(&self, coordinates: impl Iterator<Item = usize>) -> usize {
        match self.axis_strides {
            Some(strides) => coordinates
                .zip(strides)
                .fold(0, |offset: usize, (at, stride)| {
                    offset.wrapping_add(at.wrapping_mul(stride.cast_unsigned()))
                }),
            None => {
                let sizes = coordinates.zip(self.axes);
                let horner = |offset: usize, (at, size): (usize, &usize)| {
                    offset.wrapping_mul(*size).wrapping_add(at)
                };
                sizes.fold(0, horner).wrapping_mul(self.stride)
            }
        }
    }

    /// An offset in dense data as data really lies.
    #[cfg(feature = "alloc")]
    pub(crate) fn laid(&self, offset: usize) -> usize {
        let Some(strides) = self.axis_strides else {
            return offset;
        };
        // From the last coordinate on, each is what is left modulo its size.
        let mut rest = offset / self.stride.max(1);
        let axes = self.axes.iter().zip(strides).rev();
        axes.fold(0, |laid: usize, (size, stride)| {
            let at = rest % (*size).max(1);
            rest /= (*size).max(1);
            laid.wrapping_add(at.wrapping_mul(stride.cast_unsigned()))
        })
    }

    /// The rows that a kernel takes in one go.
    pub(crate) const fn span(&self) -> Level {
        self.levels[0]
    }

    /// All levels, innermost first; `None` if they did not fit.
    pub(crate) fn levels(&self) -> Option<&[Level]> {
        self.levels.get(..self.depth_of_nest)
    }

    /// The levels around the span, innermost first; `None` if they did not fit.
    pub(crate) fn outer_levels(&self) -> Option<&[Level]> {
        self.levels.get(1..self.depth_of_nest)
    }

    /// Where row number `row` starts: a position in data and one in the indices. Divides, so not for loops
    /// over rows.
    pub(crate) fn locate(&self, row: usize) -> (usize, usize) {
        let nest = Nest {
            call: &self.call,
            data: self.data,
            indices: self.indices,
        };
        nest.locate(row, (self.data.offset, self.indices.offset))
    }

    /// Where a coordinate of the tuple of row number `row` of this plan lies.
    pub(crate) fn coordinate_of(&self, row: usize, coordinate: usize) -> usize {
        let (_, tuple) = self.locate(self.first_row + row);
        tuple.wrapping_add(coordinate.wrapping_mul(self.coordinate_step))
    }

    /// The indices without repetitions, and how many there are. Tuples are kept whole.
    pub(crate) fn distinct_indices(&self) -> (usize, Distinct<'a>) {
        let tuples = matches!(self.call.op, Op::GatherNd { .. });
        self.indices.distinct(tuples)
    }

    /// A plan leads nowhere but to indices and into data, so this does not happen; should it, nobody sees the
    /// gap.
    #[cold]
    pub(crate) const fn broken(&self) -> GatherError {
        GatherError::OutputLength {
            expected: self.elements(),
            found: 0,
        }
    }

    /// The error for a coordinate of the tuple of row number `row` of this plan.
    #[cold]
    pub(crate) fn row_error<I: Index>(
        &self,
        row: usize,
        coordinate: usize,
        index: Option<I>,
    ) -> GatherError {
        // The flat position is where it would lie if the indices were dense.
        let nest = Nest {
            call: &self.call,
            data: self.data,
            indices: Layout::dense(self.call.indices),
        };
        let (_, tuple) = nest.locate(self.first_row + row, (0, 0));
        self.index_error(tuple + coordinate, index)
    }

    /// The error for the index at a flat position of the indices tensor. That one is not there does not happen.
    #[cold]
    pub(crate) fn index_error<I: Index>(&self, flat: usize, index: Option<I>) -> GatherError {
        let Some(index) = index else {
            return self.broken();
        };
        let coordinate = flat % self.depth().max(1);
        let axis = self.call.first_axis().unwrap_or(0) + coordinate;
        // A type without negatives is not told of any.
        let negative = if I::SIGNED {
            self.call.rules.negative
        } else {
            Negative::Reject
        };
        let bad = BadIndex {
            value: index.wide(),
            flat,
            coordinates: Coordinates::of(flat, self.call.indices),
            in_tuple: matches!(self.call.op, Op::GatherNd { .. }),
            axis,
            size: self.axes.get(coordinate).copied().unwrap_or(0),
            negative,
        };
        GatherError::Index(IndexError::new(bad))
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
        // a tuple of two is two positions in the indices
        let nd = levels(Op::gather_nd(1), &[5, 3, 4, 2], &[5, 7, 2]);
        assert_eq!(nd, [(7, 0, 2), (5, 12, 14)]);
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

    /// What lies together is one row; a dimension of size 1 does not keep its neighbours apart.
    #[test]
    fn rows_of_strided_data_are_as_long_as_they_lie() {
        let slice = |shape, strides| {
            let data = Layout {
                shape,
                strides: Some(strides),
                offset: 0,
            };
            let plan = Plan::of(Op::gather(0, 0), data, Layout::dense(&[2]), Rules::ONNX).unwrap();
            (plan.slice(), plan.levels().unwrap().len())
        };
        assert_eq!(slice(&[3, 4, 5], &[40, 5, 1]), (20, 1));
        assert_eq!(slice(&[3, 4, 5], &[40, 10, 1]), (5, 2));
        assert_eq!(slice(&[3, 4, 5], &[40, 1, 4]), (1, 3));
        assert_eq!(slice(&[3, 4, 1, 5], &[40, 5, 99, 1]), (20, 1));
    }

    #[cfg(feature = "rayon")]
    #[test]
    fn columns_of_a_table_are_told() {
        let by_columns = |op, data: &[usize], indices: &[usize]| {
            let plan = Plan::new(op, data, indices, Rules::ONNX).unwrap();
            plan.picks_by_columns()
        };
        assert!(by_columns(Op::gather_elements(0), &[5, 4], &[3, 4]));
        assert!(!by_columns(Op::gather_elements(1), &[5, 4], &[5, 3]));
        assert!(!by_columns(Op::gather(1, 0), &[5, 4], &[3]));
        assert!(!by_columns(Op::gather_elements(0), &[5], &[3]));
    }

    /// Cut into halves until nothing is left to cut, the parts are the rows of the whole, in order.
    #[cfg(feature = "rayon")]
    #[test]
    fn halves_are_the_rows_of_the_whole() {
        fn cut(whole: &Plan<'_>, part: &Plan<'_>) {
            assert_eq!(part.start, whole.locate(part.first_row));
            assert_eq!(part.elements_of_call(), whole.elements());
            let Some((first, second)) = part.halves() else {
                assert_eq!(part.rows(), 1, "what has more rows can be cut");
                return;
            };
            assert_eq!(first.first_row, part.first_row);
            assert_eq!(second.first_row, part.first_row + first.rows());
            assert_eq!(first.rows() + second.rows(), part.rows());
            assert!(first.rows() > 0 && second.rows() > 0);
            assert_eq!(first.elements() + second.elements(), part.elements());
            cut(whole, &first);
            cut(whole, &second);
        }
        let calls: [(Op, &[usize], &[usize]); 5] = [
            (Op::gather_nd(1), &[5, 3, 4, 2], &[5, 7, 2]),
            (Op::gather(1, 0), &[6, 7, 2], &[5]),
            (Op::gather(0, 0), &[6, 7], &[]),
            (Op::gather_elements(1), &[4, 5, 6], &[3, 2, 4]),
            (Op::gather_elements(0), &[4, 5], &[3, 5]),
        ];
        for (op, data, indices) in calls {
            let plan = Plan::new(op, data, indices, Rules::ONNX).unwrap();
            cut(&plan, &plan);
        }
        let deep = Plan::new(Op::gather_elements(0), &[3; 9], &[2; 9], Rules::ONNX).unwrap();
        assert!(
            deep.halves().is_none(),
            "levels that did not fit are not cut"
        );
    }
}
