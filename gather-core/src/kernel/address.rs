//! The index stage: from tuples to row positions.
//!
//! An [`Address`] knows how a tuple becomes a position: by the sizes of a plan ([`Dynamic`]), or by
//! arithmetic that a kernel of `gather_kernel!` spells out. The loop over the rows of a [`Block`] is
//! here, once, compiled per tuple length.

use gather_spec::Negative;

use crate::{
    index::{FastAxis, Index},
    nest::size,
    plan::Plan,
};

/// Where the coordinates seen so far lead, and whether all of them were plainly in range.
#[derive(Clone, Copy, Debug)]
#[must_use]
pub struct Spot {
    at: usize,
    good: bool,
    negative: Negative,
}

/// The first coordinate of a tuple; negatives count from the end.
#[cfg(feature = "macros")]
#[inline(always)]
pub fn from_end<I: Index>(index: I, size: usize) -> Spot {
    Spot::origin(Negative::FromEnd).then(index, size)
}

/// The first coordinate of a tuple; negatives are out of range.
#[cfg(feature = "macros")]
#[inline(always)]
pub fn from_start<I: Index>(index: I, size: usize) -> Spot {
    Spot::origin(Negative::Reject).then(index, size)
}

impl Spot {
    /// No coordinate yet: what an empty tuple means.
    #[inline(always)]
    pub const fn origin(negative: Negative) -> Self {
        Self {
            at: 0,
            good: true,
            negative,
        }
    }

    /// The next coordinate, on the next axis.
    #[inline(always)]
    pub fn then<I: Index>(self, index: I, size: usize) -> Self {
        let axis = FastAxis::new(size, self.negative);
        let position = axis.position(index);
        Self {
            at: self.at.wrapping_mul(size).wrapping_add(narrow(position)),
            good: self.good & axis.holds(position),
            negative: self.negative,
        }
    }

    /// The next coordinate, on an axis whose steps are `stride` positions. Not to be mixed with `then`.
    #[inline(always)]
    pub fn step<I: Index>(self, index: I, size: usize, stride: isize) -> Self {
        let axis = FastAxis::new(size, self.negative);
        let position = axis.position(index);
        let offset = narrow(position).wrapping_mul(stride.cast_unsigned());
        Self {
            at: self.at.wrapping_add(offset),
            good: self.good & axis.holds(position),
            negative: self.negative,
        }
    }

    /// The whole in steps of `stride`.
    #[inline(always)]
    pub const fn times(self, stride: usize) -> Self {
        Self {
            at: self.at.wrapping_mul(stride),
            ..self
        }
    }
}

/// A position as a `usize`; exact if it is in range, because sizes are `usize`.
#[inline(always)]
#[expect(
    clippy::cast_possible_truncation,
    reason = "a position that is cut is not in range, and then nobody uses it"
)]
const fn narrow(position: u64) -> usize {
    position as usize
}

/// A block of rows whose positions are wanted.
#[derive(Debug)]
pub struct Block<'a, I> {
    /// All indices.
    pub(crate) indices: &'a [I],
    /// Where the first row's tuple begins.
    pub(crate) first: usize,
    /// Coordinates in a tuple.
    pub(crate) depth: usize,
    /// Positions in the indices from one row to the next.
    pub(crate) tuple_step: usize,
    /// Positions in the indices from one coordinate to the next.
    pub(crate) coordinate_step: usize,
    /// Where the first row's part of data begins.
    pub(crate) data: usize,
    /// Positions in data from one row to the next.
    pub(crate) data_step: usize,
    /// The answer.
    pub(crate) positions: &'a mut [usize],
}

impl<I: Index> Block<'_, I> {
    /// Coordinates in a tuple.
    #[inline]
    #[must_use]
    pub const fn depth(&self) -> usize {
        self.depth
    }

    /// One coordinate of the tuple of one row.
    #[inline]
    pub(crate) fn coordinate(&self, row: usize, coordinate: usize) -> Option<I> {
        let tuple = row.wrapping_mul(self.tuple_step).wrapping_add(self.first);
        let position = coordinate.wrapping_mul(self.coordinate_step);
        self.indices.get(position.wrapping_add(tuple)).copied()
    }

    /// Where one row's part of data begins.
    #[inline]
    pub(crate) fn base(&self, row: usize) -> usize {
        row.wrapping_mul(self.data_step).wrapping_add(self.data)
    }

    /// Finds the position of every row by `find`, for tuples of `K` coordinates. False if any is not
    /// plainly in range; the positions are then meaningless.
    #[inline(always)]
    #[must_use]
    pub fn rows<const K: usize>(&mut self, find: impl Fn([I; K]) -> Spot) -> bool {
        let mut all = true;
        let mut base = self.data;
        let step = self.data_step;
        let mut put = |position: &mut usize, tuple: [I; K]| {
            let spot = find(tuple);
            all &= spot.good;
            *position = base.wrapping_add(spot.at);
            base = base.wrapping_add(step);
        };
        if K > 0 && self.tuple_step == K && (K == 1 || self.coordinate_step == 1) {
            let indices = self.indices.get(self.first..).unwrap_or_default();
            let (tuples, _) = indices.as_chunks::<K>();
            let whole = tuples.len() >= self.positions.len();
            for (position, tuple) in self.positions.iter_mut().zip(tuples) {
                put(position, *tuple);
            }
            return all && whole;
        }
        let mut whole = true;
        let positions = core::mem::take(&mut self.positions);
        for (row, position) in positions.iter_mut().enumerate() {
            let tuple = core::array::from_fn(|coordinate| {
                let index = self.coordinate(row, coordinate);
                whole &= index.is_some();
                index.unwrap_or_else(bytemuck::Zeroable::zeroed)
            });
            put(position, tuple);
        }
        self.positions = positions;
        all && whole
    }

    /// The same for tuples of any length, coordinate by coordinate from `origin`.
    #[inline]
    fn rows_of_any_depth(&mut self, origin: Spot, next: impl Fn(Spot, usize, I) -> Spot) -> bool {
        let mut all = true;
        let positions = core::mem::take(&mut self.positions);
        for (row, position) in positions.iter_mut().enumerate() {
            let spot = (0..self.depth).try_fold(origin, |spot, coordinate| {
                let index = self.coordinate(row, coordinate)?;
                Some(next(spot, coordinate, index))
            });
            all &= spot.is_some_and(|spot| spot.good);
            let offset = spot.map_or(0, |spot| spot.at);
            *position = self.base(row).wrapping_add(offset);
        }
        self.positions = positions;
        all
    }
}

/// How the tuples of a call become positions.
pub trait Address<I: Index> {
    /// Units in a row, where that is a constant.
    const SLICE: Option<usize>;

    /// Coordinates in a tuple, where that is a constant.
    const DEPTH: Option<usize>;

    /// The same address where an element `T` is moved as units of `W` bytes. Where no constant depends on
    /// it, this is one type for all elements, and so are the loops.
    type InUnits<T, const W: usize>: Address<I>;

    /// The same address where an element `T` is moved as units of `W` bytes.
    fn in_units<T, const W: usize>(&self) -> Self::InUnits<T, W>;

    /// Answers a block. False if any coordinate is not plainly in range.
    fn resolve(&self, plan: &Plan<'_>, block: &mut Block<'_, I>) -> bool;
}

/// By the sizes of the plan.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Dynamic;

impl<I: Index> Address<I> for Dynamic {
    const SLICE: Option<usize> = None;
    const DEPTH: Option<usize> = None;

    type InUnits<T, const W: usize> = Self;

    fn in_units<T, const W: usize>(&self) -> Self {
        *self
    }

    #[inline]
    fn resolve(&self, plan: &Plan<'_>, block: &mut Block<'_, I>) -> bool {
        let origin = Spot::origin(plan.rules().negative);
        if let Some(strides) = plan.axis_strides() {
            return resolve_strided(origin, plan.indexed_sizes(), strides, block);
        }
        let stride = plan.stride();
        match *plan.indexed_sizes() {
            [a] => block.rows(|[i]| origin.then(i, a).times(stride)),
            [a, b] => block.rows(|[i, j]| origin.then(i, a).then(j, b)),
            [a, b, c] => block.rows(|[i, j, k]| origin.then(i, a).then(j, b).then(k, c)),
            ref sizes => block.rows_of_any_depth(origin, |spot, axis, index| {
                spot.then(index, size(sizes, axis))
            }),
        }
    }
}

/// The arithmetic of strided data, unrolled by depth.
fn resolve_strided<I: Index>(
    origin: Spot,
    sizes: &[usize],
    strides: &[isize],
    block: &mut Block<'_, I>,
) -> bool {
    match (sizes, strides) {
        (&[a], &[s]) => block.rows(|[i]| origin.step(i, a, s)),
        (&[a, b], &[s, t]) => block.rows(|[i, j]| origin.step(i, a, s).step(j, b, t)),
        (&[a, b, c], &[s, t, u]) => {
            block.rows(|[i, j, k]| origin.step(i, a, s).step(j, b, t).step(k, c, u))
        }
        _ => block.rows_of_any_depth(origin, |spot, axis, index| {
            let stride = strides.get(axis).copied().unwrap_or(0);
            spot.step(index, size(sizes, axis), stride)
        }),
    }
}

/// Tuples of `K` coordinates into strided data, unrolled: what a kernel knows that [`Dynamic`] finds out row
/// by row, for tuples that are longer than those it is unrolled for.
#[cfg(feature = "macros")]
#[derive(Clone, Copy, Debug)]
pub(crate) struct Strided<const K: usize>;

#[cfg(feature = "macros")]
impl<I: Index, const K: usize> Address<I> for Strided<K> {
    const SLICE: Option<usize> = None;
    const DEPTH: Option<usize> = Some(K);

    type InUnits<T, const W: usize> = Self;

    fn in_units<T, const W: usize>(&self) -> Self {
        *self
    }

    #[inline]
    fn resolve(&self, plan: &Plan<'_>, block: &mut Block<'_, I>) -> bool {
        let sizes = <[usize; K]>::try_from(plan.indexed_sizes());
        let strides = plan.axis_strides().map(<[isize; K]>::try_from);
        let (Ok(sizes), Some(Ok(strides))) = (sizes, strides) else {
            return Dynamic.resolve(plan, block);
        };
        let origin = Spot::origin(plan.rules().negative);
        block.rows(|tuple: [I; K]| {
            (0..K).fold(origin, |spot, axis| {
                spot.step(tuple[axis], sizes[axis], strides[axis])
            })
        })
    }
}
