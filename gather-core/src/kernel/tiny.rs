//! Calls so small that making a plan would cost more than the work.
//!
//! A call of a few short rows is done straight from its shapes. Nothing is decided here: a shape that is
//! not plainly right, an index that is not plainly in range, anything large or unusual, and the call is
//! left to the ordinary way, which starts from the beginning and knows the rules. So this is right or
//! absent.

use gather_spec::{Negative, Op};

use crate::index::{FastAxis, Index};

/// Most dimensions of a tensor here.
const RANK: usize = 6;

/// Most rows, and most elements in a row.
const ROWS: usize = 48;
const ROW: usize = 32;

/// A call.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tiny<'a, U, I> {
    pub(crate) op: Op,
    pub(crate) negative: Negative,
    pub(crate) data: &'a [U],
    pub(crate) data_shape: &'a [usize],
    pub(crate) indices: &'a [I],
    pub(crate) indices_shape: &'a [usize],
    /// Elements in a row, if a kernel was made for it: then the copies have a constant length.
    pub(crate) slice: Option<usize>,
}

/// The loops of a call: for each of `outer` parts of data, `inner` of which share their tuples, `tuples`
/// rows of `slice` elements.
struct Loops<'a> {
    outer: usize,
    inner: usize,
    tuples: usize,
    axes: &'a [usize],
    slice: usize,
}

impl<U: Copy, I: Index> Tiny<'_, U, I> {
    /// Does the call, or nothing that counts: false leaves `out` as some mixture of old and new elements.
    // Always inlined, so that what a typed kernel knows is known here.
    #[inline(always)]
    pub(crate) fn run(&self, out: &mut [U]) -> bool {
        if out.len() > ROWS * ROW || !is_small(self.data_shape) || !is_small(self.indices_shape) {
            return false;
        }
        let loops = match self.op {
            Op::GatherNd { batch_dims } => self.gather_nd(batch_dims),
            Op::Gather { axis, batch_dims } => self.gather(axis, batch_dims),
            Op::GatherElements { .. } => None,
        };
        loops.is_some_and(|loops| self.rows(&loops, out).is_some())
    }

    #[inline]
    fn gather_nd(&self, batch_dims: i128) -> Option<Loops<'_>> {
        let batch = usize::try_from(batch_dims).ok()?;
        let (last, tuples) = self.indices_shape.split_last()?;
        let (batches, tuples) = tuples.split_at_checked(batch)?;
        let (data_batches, rest) = self.data_shape.split_at_checked(batch)?;
        let (axes, slice) = rest.split_at_checked(*last)?;
        let fits = !axes.is_empty() && same(batches, data_batches);
        let loops = Loops {
            outer: product(batches)?,
            inner: 1,
            tuples: product(tuples)?,
            axes,
            slice: product(slice)?,
        };
        fits.then_some(loops)
    }

    #[inline]
    fn gather(&self, axis: i128, batch_dims: i128) -> Option<Loops<'_>> {
        let (axis, batch) = (
            usize::try_from(axis).ok()?,
            usize::try_from(batch_dims).ok()?,
        );
        let (batches, tuples) = self.indices_shape.split_at_checked(batch)?;
        let (before, from) = self.data_shape.split_at_checked(axis)?;
        let (data_batches, inner) = before.split_at_checked(batch)?;
        let (axes, slice) = from.split_at_checked(1)?;
        let loops = Loops {
            outer: product(batches)?,
            inner: product(inner)?,
            tuples: product(tuples)?,
            axes,
            slice: product(slice)?,
        };
        same(batches, data_batches).then_some(loops)
    }

    #[inline(always)]
    fn rows(&self, loops: &Loops<'_>, out: &mut [U]) -> Option<()> {
        let axes = loops.axes;
        let slice = match self.slice {
            Some(known) if known != loops.slice => return None,
            Some(known) => known,
            None => loops.slice,
        };
        let parts = loops.outer.checked_mul(loops.inner)?;
        let part = product(axes)?.checked_mul(slice)?;
        let depth = axes.len();
        let rows = parts.checked_mul(loops.tuples)?;
        if rows == 0 || slice == 0 || part == 0 || rows > ROWS || slice > ROW {
            return None;
        }
        // Neither a part of data nor a tuple is larger than what is there, so that sums stay in range.
        let lengths = out.len() == rows * slice
            && self.data.len() == parts.checked_mul(part)?
            && self.indices.len() == loops.outer * loops.tuples * depth;
        if !lengths {
            return None;
        }
        // Counted by hand: cutting slices into chunks divides, which costs more than the copies.
        let (mut data, mut shared, mut to) = (0, 0, 0);
        for _ in 0..loops.outer {
            let mut tuple = shared;
            for _ in 0..loops.inner {
                tuple = shared;
                for _ in 0..loops.tuples {
                    let coordinates = self.indices.get(tuple..tuple + depth)?;
                    let at = offset(coordinates, axes, self.negative)?;
                    let start = data + at * slice;
                    let from = self.data.get(start..start + slice)?;
                    copy(from, out.get_mut(to..to + slice)?);
                    tuple += depth;
                    to += slice;
                }
                data += part;
            }
            shared = tuple;
        }
        Some(())
    }
}

/// Where a tuple leads; `None` if a coordinate is not plainly in range.
#[inline]
fn offset<I: Index>(tuple: &[I], axes: &[usize], negative: Negative) -> Option<usize> {
    let mut at = 0;
    for (index, size) in tuple.iter().zip(axes) {
        let axis = FastAxis::new(*size, negative);
        let position = axis.position(*index);
        if !axis.holds(position) {
            return None;
        }
        at = at * size + usize::try_from(position).ok()?;
    }
    Some(at)
}

/// Short lengths are written out: as a loop or a call they would cost more.
#[inline]
fn copy<U: Copy>(from: &[U], to: &mut [U]) {
    match (from, to) {
        ([a], [x]) => *x = *a,
        ([a, b], [x, y]) => (*x, *y) = (*a, *b),
        ([a, b, c], [x, y, z]) => (*x, *y, *z) = (*a, *b, *c),
        ([a, b, c, d], [x, y, z, w]) => (*x, *y, *z, *w) = (*a, *b, *c, *d),
        (from, to) => {
            for (from, to) in from.iter().zip(to) {
                *to = *from;
            }
        }
    }
}

/// Whether a call with so many rows of so many elements is tried here.
pub(crate) fn is_for(op: Op, data: &[usize], indices: &[usize], rows: usize, slice: usize) -> bool {
    let from_the_front = match op {
        Op::GatherNd { batch_dims } => batch_dims >= 0,
        Op::Gather { axis, batch_dims } => axis >= 0 && batch_dims >= 0,
        Op::GatherElements { .. } => false,
    };
    from_the_front
        && is_small(data)
        && is_small(indices)
        && (1..=ROWS).contains(&rows)
        && (1..=ROW).contains(&slice)
}

#[inline]
fn is_small(shape: &[usize]) -> bool {
    shape.len() <= RANK
}

/// Equal, compared in place: a call to compare memory would cost more.
#[inline]
fn same(a: &[usize], b: &[usize]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a == b)
}

/// `None` if it overflows.
#[inline]
fn product(shape: &[usize]) -> Option<usize> {
    let mut product = 1_usize;
    for size in shape {
        product = product.checked_mul(*size)?;
    }
    Some(product)
}
