//! Calls so small that making a plan would cost more than the work.
//!
//! A call of a few short rows is done straight from its shapes. Nothing is decided here: a shape that is
//! not plainly right, an index that is not plainly in range, anything large or unusual, and the call is
//! left to the ordinary way, which starts from the beginning and knows the rules. So this is right or
//! absent. Of a prepared call over a buffer
//! nothing is left to decide: a list of where its rows begin is all it needs.

use gather_spec::{Negative, Op, from_front};

use crate::index::{FastAxis, Index};

/// Most dimensions of a tensor here.
const RANK: usize = 6;

/// Most coordinates of a tuple.
const MOST_DEPTH: usize = 3;

/// Most elements in a row.
const ROW: usize = 64;

/// Most single elements that one index each leads to, and most rows of up to 8, of up to 32 and of more elements: up to
/// there this takes less time than the engine, which makes a plan first.
const WORDS: usize = 192;
const SHORT_ROWS: usize = 64;
const ROWS: usize = 40;
const LONG_ROWS: usize = 16;

/// Most elements of the output.
const MOST_ELEMENTS: usize = ROWS * 32;
const _: () = assert!(
    MOST_ELEMENTS >= most_rows(1, 1)
        && MOST_ELEMENTS >= most_rows(1, 8) * 8
        && MOST_ELEMENTS >= most_rows(1, 32) * 32
        && MOST_ELEMENTS >= most_rows(1, ROW) * ROW,
    "no other bound is larger"
);

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
/// rows of `slice` elements; or as many elements, each out of one of so many columns.
struct Loops<'a> {
    outer: usize,
    inner: usize,
    tuples: usize,
    axes: &'a [usize],
    slice: usize,
    columns: usize,
}

impl<U: Copy, I: Index> Tiny<'_, U, I> {
    /// Does the call, or nothing that counts: false leaves `out` as some mixture of old and new elements.
    // Always inlined, so that what a typed kernel knows is known here.
    #[inline(always)]
    pub(crate) fn run(&self, out: &mut [U]) -> bool {
        if out.len() > MOST_ELEMENTS || !is_small(self.data_shape) || !is_small(self.indices_shape)
        {
            return false;
        }
        let loops = match self.op {
            Op::GatherNd { batch_dims } => self.gather_nd(batch_dims),
            Op::Gather { axis, batch_dims } => self.gather(axis, batch_dims),
            Op::GatherElements { axis } => self.gather_elements(axis),
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
            columns: 1,
        };
        fits.then_some(loops)
    }

    #[inline]
    fn gather(&self, axis: i128, batch_dims: i128) -> Option<Loops<'_>> {
        let (axis, batch) = (
            from_front(axis, self.data_shape.len())?,
            from_front(batch_dims, self.indices_shape.len())?,
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
            columns: 1,
        };
        same(batches, data_batches).then_some(loops)
    }

    /// All sizes but that of the axis must be the same.
    #[inline]
    fn gather_elements(&self, axis: i128) -> Option<Loops<'_>> {
        let axis = from_front(axis, self.data_shape.len())?;
        let (before, from) = self.data_shape.split_at_checked(axis)?;
        let (axes, after) = from.split_at_checked(1)?;
        let (indices_before, indices_from) = self.indices_shape.split_at_checked(axis)?;
        let (picks, indices_after) = indices_from.split_first()?;
        let loops = Loops {
            outer: product(before)?,
            inner: 1,
            tuples: *picks,
            axes,
            slice: 1,
            columns: product(after)?,
        };
        (same(before, indices_before) && same(after, indices_after)).then_some(loops)
    }

    #[inline(always)]
    fn rows(&self, loops: &Loops<'_>, out: &mut [U]) -> Option<()> {
        let axes = loops.axes;
        let slice = match self.slice {
            Some(known) if known != loops.slice => return None,
            Some(known) => known,
            None => loops.slice,
        };
        let (depth, columns) = (axes.len(), loops.columns);
        let parts = loops.outer.checked_mul(loops.inner)?;
        let part = product(axes)?.checked_mul(slice)?.checked_mul(columns)?;
        let tuples = loops.tuples.checked_mul(columns)?;
        let rows = parts.checked_mul(tuples)?;
        let most = most_rows(depth, slice);
        if rows == 0 || slice == 0 || part == 0 || rows > most || slice > ROW {
            return None;
        }
        // Neither a part of data nor a tuple is larger than what is there, so that sums stay in range.
        let lengths = out.len() == rows * slice
            && self.data.len() == parts.checked_mul(part)?
            && self.indices.len() == loops.outer * tuples * depth;
        if !lengths {
            return None;
        }
        // Counted by hand: cutting slices into chunks divides, which costs more than the copies.
        let (tuples, room) = (tuples * depth, tuples * slice);
        let (mut data, mut tuple, mut to) = (0, 0, 0);
        for _ in 0..loops.outer {
            let tuples = self.indices.get(tuple..tuple + tuples)?;
            for _ in 0..loops.inner {
                let from = self.data.get(data..data + part)?;
                let to_here = out.get_mut(to..to + room)?;
                match *axes {
                    [size] if columns > 1 => {
                        let axis = FastAxis::new(size, self.negative);
                        in_columns(columns, tuples, axis, from, to_here)?;
                    }
                    [size] if slice == 1 => {
                        words(tuples, FastAxis::new(size, self.negative), from, to_here)?;
                    }
                    [a] => each_row(tuples, [a], self.negative, slice, from, to_here)?,
                    [a, b] => each_row(tuples, [a, b], self.negative, slice, from, to_here)?,
                    [a, b, c] => each_row(tuples, [a, b, c], self.negative, slice, from, to_here)?,
                    _ => return None,
                }
                data += part;
                to += room;
            }
            tuple += tuples.len();
        }
        Some(())
    }
}

/// Elements out of columns, side by side; `None` if an index is not plainly in range.
#[inline(always)]
fn in_columns<U: Copy, I: Index>(
    columns: usize,
    indices: &[I],
    axis: FastAxis,
    data: &[U],
    out: &mut [U],
) -> Option<()> {
    let mut column = 0;
    for (index, out) in indices.iter().zip(out) {
        *out = *data.get(axis.place(*index)? * columns + column)?;
        column += 1;
        if column == columns {
            column = 0;
        }
    }
    Some(())
}

/// Single elements that one index each leads to; `None` if an index is not plainly in range.
#[inline(always)]
fn words<U: Copy, I: Index>(
    indices: &[I],
    axis: FastAxis,
    data: &[U],
    out: &mut [U],
) -> Option<()> {
    for (index, out) in indices.iter().zip(out) {
        *out = *data.get(axis.place(*index)?)?;
    }
    Some(())
}

/// Rows that tuples lead to; `None` if a coordinate is not plainly in range.
#[inline(always)]
fn each_row<U: Copy, I: Index, const DEPTH: usize>(
    tuples: &[I],
    sizes: [usize; DEPTH],
    negative: Negative,
    slice: usize,
    data: &[U],
    out: &mut [U],
) -> Option<()> {
    let axes = sizes.map(|size| FastAxis::new(size, negative));
    let mut to = 0;
    for tuple in tuples.as_chunks::<DEPTH>().0 {
        let mut at = 0;
        for (index, (axis, size)) in tuple.iter().zip(axes.iter().zip(&sizes)) {
            at = at * size + axis.place(*index)?;
        }
        let start = at * slice;
        copy(
            data.get(start..start + slice)?,
            out.get_mut(to..to + slice)?,
        );
        to += slice;
    }
    Some(())
}

/// Rows that begin at these elements, one after the other; false if one is not there, or `out` has not room for just these.
#[cfg(feature = "alloc")]
pub(crate) fn replay<U: Copy>(starts: &[u32], slice: usize, data: &[U], out: &mut [U]) -> bool {
    if slice == 1 {
        let found = |(out, start): (&mut U, &u32)| {
            let element = data.get(*start as usize);
            element.map(|element| *out = *element).is_some()
        };
        return starts.len() == out.len() && out.iter_mut().zip(starts).all(found);
    }
    let mut rest = out;
    for start in starts {
        let start = *start as usize;
        let row = data.get(start..start.saturating_add(slice));
        let (Some(from), Some((to, later))) = (row, rest.split_at_mut_checked(slice)) else {
            return false;
        };
        copy(from, to);
        rest = later;
    }
    rest.is_empty()
}

/// Whether so many rows of so many elements are few enough to keep where each begins.
#[cfg(feature = "alloc")]
pub(crate) fn are_few(rows: usize, slice: usize) -> bool {
    (1..=ROW).contains(&slice) && (1..=most_rows(1, slice)).contains(&rows)
}

/// Short lengths are written out, longer ones are two pieces that overlap: as a loop or a call they would cost more.
#[inline(always)]
fn copy<U: Copy>(from: &[U], to: &mut [U]) {
    match (from, &mut *to) {
        ([a], [x]) => *x = *a,
        ([a, b], [x, y]) => (*x, *y) = (*a, *b),
        ([a, b, c], [x, y, z]) => (*x, *y, *z) = (*a, *b, *c),
        _ => match from.len() {
            ..=4 => both_ends::<U, 2>(from, to),
            5..=8 => both_ends::<U, 4>(from, to),
            9..=16 => both_ends::<U, 8>(from, to),
            17..=32 => both_ends::<U, 16>(from, to),
            33..=64 => both_ends::<U, 32>(from, to),
            _ => from.iter().zip(to).for_each(|(from, to)| *to = *from),
        },
    }
}

/// The first and the last `N` elements, which are all of them if there are `N` to `2 N`; nothing if there are fewer.
#[inline(always)]
fn both_ends<U: Copy, const N: usize>(from: &[U], to: &mut [U]) {
    if let (Some(first), Some(to)) = (from.first_chunk::<N>(), to.first_chunk_mut()) {
        *to = *first;
    }
    if let (Some(last), Some(to)) = (from.last_chunk::<N>(), to.last_chunk_mut()) {
        *to = *last;
    }
}

/// Whether a checked call with so many rows of so many elements is done here, if its indices are plainly in range.
pub(crate) fn is_for(op: Op, data: &[usize], indices: &[usize], rows: usize, slice: usize) -> bool {
    let depth = match op {
        Op::GatherNd { .. } => indices.last().copied().unwrap_or_default(),
        Op::Gather { .. } | Op::GatherElements { .. } => 1,
    };
    let whole = match op {
        Op::GatherElements { axis } => {
            let axis = from_front(axis, data.len());
            let mut sizes = data.iter().zip(indices).enumerate();
            sizes.all(|(n, (a, b))| a == b || Some(n) == axis)
        }
        Op::GatherNd { .. } | Op::Gather { .. } => true,
    };
    whole
        && is_small(data)
        && is_small(indices)
        && !data.contains(&0)
        && (1..=MOST_DEPTH).contains(&depth)
        && (1..=most_rows(depth, slice)).contains(&rows)
        && (1..=ROW).contains(&slice)
}

/// Most rows of so many elements, by tuples of so many coordinates.
#[inline(always)]
const fn most_rows(depth: usize, slice: usize) -> usize {
    match (depth, slice) {
        (1, 1) => WORDS,
        (_, ..=8) => SHORT_ROWS,
        (_, ..=32) => ROWS,
        _ => LONG_ROWS,
    }
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
