//! Indices that were checked and turned into offsets once, to gather from many tensors of one shape.

use alloc::{boxed::Box, vec::Vec};
use core::fmt;

use gather_spec::{Op, Role, Rules, Violation};

use crate::{
    element::{Element, Mover},
    error::GatherError,
    index::Index,
    kernel::{
        engine::{self, tuples::FILL},
        general, tiny,
    },
    layout::Layout,
    options::GatherOptions,
    output::OutputShape,
    plan::{Draft, Plan},
    tensor::TensorDyn,
    view::ViewDyn,
};

/// A gather whose indices have been checked and turned into offsets: it runs over any number of tensors of
/// the shape it was prepared for, without looking at the indices again.
///
/// It keeps one number per index tuple, of 32 bits where that is enough, for a few short rows also where each
/// begins, and nothing of the indices themselves. Data of another shape is refused.
///
/// ```
/// use gather_core::{GatherError, GatherOptions, Op, Prepared, ViewDyn};
/// let neighbours = ViewDyn::new(&[2_i64, 0, -1], &[3])?;
/// let lookup = Prepared::new(Op::gather(0, 0), &[3, 2], neighbours, &GatherOptions::default())?;
///
/// let features = ViewDyn::new(&[0.0, 0.1, 1.0, 1.1, 2.0, 2.1], &[3, 2])?;
/// assert_eq!(lookup.run(features)?.as_slice(), [2.0, 2.1, 0.0, 0.1, 2.0, 2.1]);
///
/// let others = ViewDyn::new(&[9.0, 8.0, 7.0, 6.0, 5.0, 4.0], &[3, 2])?;
/// assert_eq!(lookup.run(others)?.as_slice(), [5.0, 4.0, 9.0, 8.0, 5.0, 4.0]);
///
/// let stale = ViewDyn::new(&[0.0; 4], &[2, 2])?;
/// assert_eq!(
///     lookup.run(stale).unwrap_err().to_string(),
///     "dimension 0 of `data` must be 3, for which the kernel was made, found 2"
/// );
/// # Ok::<(), GatherError>(())
/// ```
pub struct Prepared<T> {
    op: Op,
    rules: Rules,
    data: Box<[usize]>,
    indices: Box<[usize]>,
    offsets: Offsets,
    fill: Option<T>,
    few: Option<Few>,
    moves: Moves<T>,
}

/// Where each row of a small output begins in dense data: all that such a call has to know.
#[derive(Clone, Debug)]
struct Few {
    /// In elements.
    starts: Box<[u32]>,
    /// Elements in a row, and in all rows.
    slice: usize,
    elements: usize,
}

/// How elements are moved.
struct Moves<T> {
    fresh: Fresh<T>,
    over: Over<T>,
    few: MoveFew<T>,
}

type MoveFew<T> = fn(&[u32], usize, &[T], &mut [T]) -> bool;
type Fresh<T> = fn(&Plan<'_>, &Ready<'_, T>) -> Result<Vec<T>, GatherError>;
type Over<T> = fn(&Plan<'_>, &Ready<'_, T>, &mut [T]) -> Result<(), GatherError>;

impl<T> Clone for Moves<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Moves<T> {}

/// Where each tuple leads, in rows from where its part of dense data begins.
#[derive(Clone, Debug)]
pub(crate) enum Offsets {
    /// [`FILL`] to fill.
    Narrow(Vec<u32>),
    /// `None` to fill.
    Wide(Vec<Option<usize>>),
}

impl Offsets {
    /// The offset of a tuple; `None` to fill.
    #[inline]
    pub(crate) fn get(&self, tuple: usize) -> Option<usize> {
        match self {
            Self::Narrow(offsets) => match offsets.get(tuple) {
                Some(&FILL) | None => None,
                Some(offset) => Some(*offset as usize),
            },
            Self::Wide(offsets) => offsets.get(tuple).copied().flatten(),
        }
    }
}

/// What a prepared gather hands to a mover.
#[derive(Debug)]
pub struct Ready<'a, T> {
    pub(crate) data: &'a [T],
    pub(crate) offsets: &'a Offsets,
    pub(crate) fill: Option<&'a T>,
}

impl<T> fmt::Debug for Prepared<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Prepared")
            .field("op", &self.op)
            .field("data", &self.data)
            .field("indices", &self.indices)
            .finish_non_exhaustive()
    }
}

impl<T: Clone> Clone for Prepared<T> {
    fn clone(&self) -> Self {
        Self {
            op: self.op,
            rules: self.rules,
            data: self.data.clone(),
            indices: self.indices.clone(),
            offsets: self.offsets.clone(),
            fill: self.fill.clone(),
            few: self.few.clone(),
            moves: self.moves,
        }
    }
}

impl<T: Element> Prepared<T> {
    /// Checks the indices for data of this shape.
    ///
    /// # Errors
    ///
    /// As [`gather_op_dyn`](crate::gather_op_dyn): a broken rule, an index out of range where that is an
    /// error, no memory for the offsets.
    pub fn new<I: Index>(
        op: Op,
        data: &[usize],
        indices: ViewDyn<'_, I>,
        options: &GatherOptions<T>,
    ) -> Result<Self, GatherError> {
        let rules = options.rules(op.operator())?;
        Self::build::<T::Mover, I>(op, rules, data, indices, options.fill().cloned())
    }
}

impl<T> Prepared<T> {
    pub(crate) fn build<M: Mover<T>, I: Index>(
        op: Op,
        rules: Rules,
        data: &[usize],
        indices: ViewDyn<'_, I>,
        fill: Option<T>,
    ) -> Result<Self, GatherError> {
        let plan = Plan::of(op, Layout::dense(data), indices.layout(), rules)?;
        general::can_fill(&plan, fill.as_ref())?;
        let offsets = offsets(&plan, &indices)?;
        let few = if M::BY_COPY && tiny::are_few(plan.rows(), plan.slice()) {
            let dense = Plan::new(op, data, indices.shape(), rules)?;
            few(&dense, &offsets)
        } else {
            None
        };
        Ok(Self {
            op,
            rules,
            data: data.into(),
            indices: indices.shape().into(),
            offsets,
            fill,
            few,
            moves: Moves {
                fresh: M::prepared_fresh,
                over: M::prepared_over,
                few: M::few,
            },
        })
    }

    /// Gathers from `data` into a new tensor.
    ///
    /// # Errors
    ///
    /// `data` has another shape than this was prepared for; no memory for the output.
    pub fn run(&self, data: ViewDyn<'_, T>) -> Result<TensorDyn<T>, GatherError> {
        same_shape(&self.data, data.shape())?;
        let mut draft = self.draft(&data);
        let plan = draft.plan()?;
        let out = (self.moves.fresh)(plan, &self.ready(&data))?;
        Ok(TensorDyn::agreed(out, plan.output_shape()))
    }

    /// Gathers from `data` over `out`, whose length must be that of the output; allocates nothing.
    ///
    /// # Errors
    ///
    /// `data` has another shape than this was prepared for; `out` has another length. Then `out` is
    /// untouched.
    ///
    /// ```
    /// use gather_core::{GatherError, GatherOptions, Op, Prepared, ViewDyn};
    /// let picks = ViewDyn::new(&[1_u8, 1], &[2])?;
    /// let twice = Prepared::new(Op::gather(0, 0), &[2], picks, &GatherOptions::default())?;
    /// let mut out = [0; 2];
    /// twice.run_into(ViewDyn::new(&[3, 4], &[2])?, &mut out)?;
    /// assert_eq!(out, [4, 4]);
    /// # Ok::<(), GatherError>(())
    /// ```
    pub fn run_into(&self, data: ViewDyn<'_, T>, out: &mut [T]) -> Result<(), GatherError> {
        same_shape(&self.data, data.shape())?;
        if let (Some(few), Some(data)) = (&self.few, data.as_slice())
            && few.elements == out.len()
            && (self.moves.few)(&few.starts, few.slice, data, out)
        {
            return Ok(());
        }
        let mut draft = self.draft(&data);
        let plan = draft.plan()?;
        plan.check_room(out.len())?;
        (self.moves.over)(plan, &self.ready(&data), out)
    }

    /// What is filled with, if the policy is to fill.
    #[cfg(feature = "macros")]
    pub(crate) const fn fill(&self) -> Option<&T> {
        self.fill.as_ref()
    }

    /// The shape of data that this was prepared for.
    #[must_use]
    pub const fn data_shape(&self) -> &[usize] {
        &self.data
    }

    /// The shape of the output.
    ///
    /// ```
    /// use gather_core::{GatherError, GatherOptions, Op, Prepared, ViewDyn};
    /// let picks = ViewDyn::new(&[1_u8, 1], &[2])?;
    /// let rows = Prepared::<f32>::new(Op::gather(0, 0), &[2, 7], picks, &GatherOptions::default())?;
    /// assert_eq!(rows.output_shape()?, [2, 7]);
    /// # Ok::<(), GatherError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// None that [`Prepared::new`] has not told before.
    pub fn output_shape(&self) -> Result<OutputShape<'_>, GatherError> {
        Ok(Plan::new(self.op, &self.data, &self.indices, self.rules)?.output_shape())
    }

    /// The plan for data of the shape that this was prepared for.
    #[inline]
    fn draft<'a>(&'a self, data: &ViewDyn<'a, T>) -> Draft<'a> {
        let indices = Layout::dense(&self.indices);
        Draft::new(self.op, data.layout(), indices, self.rules)
    }

    fn ready<'a>(&'a self, data: &ViewDyn<'a, T>) -> Ready<'a, T> {
        Ready {
            data: data.storage(),
            offsets: &self.offsets,
            fill: self.fill.as_ref(),
        }
    }
}

/// Where the rows of a plan begin, if none of them is filled. Data and indices of the plan must be dense:
/// then data is counted in rows, and tuples as offsets are.
fn few(plan: &Plan<'_>, offsets: &Offsets) -> Option<Few> {
    let slice = plan.slice();
    let start = |row| {
        let (base, tuple) = plan.locate(row);
        // Tuples without coordinates lead to where their part of data begins.
        let offset = match tuple.checked_div(plan.depth()) {
            Some(tuple) => offsets.get(tuple)?,
            None => 0,
        };
        u32::try_from(base.wrapping_add(offset).checked_mul(slice)?).ok()
    };
    Some(Few {
        starts: (0..plan.rows()).map(start).collect::<Option<_>>()?,
        slice,
        elements: plan.elements(),
    })
}

fn same_shape(expected: &[usize], found: &[usize]) -> Result<(), Violation> {
    let tensor = Role::Data;
    if expected.len() != found.len() {
        return Err(Violation::KernelRank {
            tensor,
            expected: expected.len(),
            found: found.len(),
        });
    }
    match expected.iter().zip(found).position(|(a, b)| a != b) {
        Some(axis) => Err(Violation::KernelSize {
            tensor,
            axis,
            expected: expected[axis],
            found: found[axis],
        }),
        None => Ok(()),
    }
}

/// The offsets of all tuples, in the order in which the indices are counted.
fn offsets<I: Index>(plan: &Plan<'_>, indices: &ViewDyn<'_, I>) -> Result<Offsets, GatherError> {
    let count = match plan.op() {
        // Tuples without coordinates need no offsets.
        Op::GatherNd { .. } if plan.depth() == 0 => 0,
        Op::GatherNd { .. } => plan
            .indices_shape()
            .split_last()
            .map_or(0, |(_, outer)| gather_spec::elements(outer).unwrap_or(0)),
        Op::Gather { .. } | Op::GatherElements { .. } => indices.len(),
    };
    if let Some(values) = indices.as_slice()
        && let Some(stage) = engine::Tuples::new(plan)
    {
        let mut narrow = general::allocate(count)?;
        narrow.resize(count, FILL);
        stage.offsets(values, &mut narrow)?;
        return Ok(Offsets::Narrow(narrow));
    }
    let mut wide = general::allocate(count)?;
    let depth = plan.depth();
    for tuple in 0..count {
        let at = |coordinate| {
            let flat = tuple * depth + coordinate;
            let position = indices.layout().position(flat);
            indices.storage().get(position).copied()
        };
        let placed = general::place_tuple(plan, at, |coordinate, index| {
            plan.index_error(tuple * depth + coordinate, index)
        })?;
        wide.push(placed);
    }
    Ok(Offsets::Wide(wide))
}
