//! Rows of several vectors: index stage and copy stage in one loop, row by row.
//!
//! To check an index takes less time than to copy such a row, and a processor does both at once if they stand
//! next to each other. So there is no block of positions in between. Out of a large table, one row is asked for
//! with each that is copied, evenly: the processor has room for few at a time. The copies are loops of vectors: a call
//! of `memcpy` would take longer to find out how long a row is.
//!
//! There is nothing to trust here: every place is compared with the last of its axis, and the furthest row that such
//! places lead to, or every row, with the end of data.

use super::{
    cpu::{LINE, Path, prefetch, prefetch_stretch, stream_by_avx2},
    fused::{Form, Fuse, Line, index, low, place},
    lengths::{HeadAndTail, Rows, VECTOR, VectorByVector, Vectors},
    rows::SHORT,
    source::WORD,
    tuples::{Axis, Outside},
};
use crate::kernel::bytes::Byte;

/// Shorter rows are quicker by blocks: more of them are on their way at once. Where rows are asked for in advance,
/// they are on their way, and only words are quicker by blocks.
const SHORTEST: usize = 2 * VECTOR + 1;
const SHORTEST_ASKED: usize = WORD + 1;

/// Longer rows that are near are copied by a call, which has ways of its own for them.
const LONGEST: usize = 4096;

/// Rows of up to this many bytes are asked for as many ahead as blocks would have on their way, if rows are.
const LONG_ASKED: usize = 512;

/// Of longer rows only the beginning is asked for: the processor sees the rest coming.
const MOST_ASKED: usize = 4096;

/// Bytes of rows that are on their way otherwise.
const LONG_IN_FLIGHT: usize = 6 << 10;

/// The loop for rows of so many bytes, by indices of 64 bits if `WIDE` and of 32 otherwise.
pub(super) fn find<const WIDE: bool>(path: Path, form: Form, bytes: usize) -> Option<Fuse> {
    let fits = path == Path::Vector && form.depth == 1 && form.outside == Outside::Report;
    if !fits {
        return None;
    }
    if form.around {
        // Rows that are near are asked for too: next to stores around the cache that costs nothing.
        let fits = bytes >= VECTOR && !form.stepped;
        return fits.then_some(asking::<VectorByVector, WIDE, true, true>);
    }
    if form.ahead {
        return match bytes {
            SHORTEST_ASKED..=VECTOR => Some(asking::<HeadAndTail<16>, WIDE, false, false>),
            ..=LINE if bytes > VECTOR => Some(asking::<Vectors<1>, WIDE, false, false>),
            _ if bytes > LINE => Some(asking::<VectorByVector, WIDE, true, false>),
            _ => None,
        };
    }
    if !(SHORTEST..=LONGEST).contains(&bytes) {
        return None;
    }
    Some(match (bytes - 1) / VECTOR {
        _ if bytes > SHORT => as_they_come::<VectorByVector, WIDE>,
        2 => as_they_come::<Vectors<2>, WIDE>,
        3 => as_they_come::<Vectors<3>, WIDE>,
        4 => as_they_come::<Vectors<4>, WIDE>,
        5 => as_they_come::<Vectors<5>, WIDE>,
        6 => as_they_come::<Vectors<6>, WIDE>,
        _ => as_they_come::<Vectors<7>, WIDE>,
    })
}

/// Copies a row, around the cache if that is wanted and possible.
#[target_feature(enable = "avx2")]
#[inline]
fn copy<R: Rows, const AROUND: bool>(from: &[Byte], to: &mut [Byte]) {
    if AROUND && stream_by_avx2(from, to) {
        return;
    }
    R::copy(from, to);
}

/// Moves the rows of all lines in one loop, until one is out of range, and tells how many.
// With few numbers, so that all stay in registers: a load from the stack would have to wait for the many stores
// before it.
#[target_feature(enable = "avx2")]
fn as_they_come<R: Rows, const WIDE: bool>(line: &Line<'_>, out: &mut [Byte]) -> usize {
    let (axis, source) = (line.axes[0], *line.source);
    let size = const { if WIDE { 8 } else { 4 } };
    let Some((rows, turn)) = turns(line) else {
        return 0;
    };
    let all = line.rows.wrapping_mul(line.lines).wrapping_mul(size);
    let tuples = line.tuples.get(..all).unwrap_or_default();
    if source.bytes < R::LEAST {
        return 0;
    }
    // All in bytes: a place is one multiplication away from its row.
    let (last, pitch) = (axis.last, axis.stride as usize * source.quantum);
    let (mut base, mut left) = (line.base * source.quantum, rows);
    let mut done = 0;
    for (tuple, to) in tuples
        .chunks_exact(size)
        .zip(out.chunks_exact_mut(source.bytes))
    {
        let place = place_of::<WIDE>(axis, tuple);
        if place > u64::from(last) {
            break;
        }
        let start = low(place) * pitch + base;
        // SAFETY: `base` is that of a row of the lines, and `place` is on the axis, as just compared, so that the row
        // ends where data does or before: `turns` has compared the furthest one.
        let from = unsafe { source.data.get_unchecked(start..start + source.bytes) };
        R::copy(from, to);
        done += 1;
        left -= 1;
        if left == 0 {
            left = rows;
            base = base.wrapping_add(turn);
        }
    }
    done
}

/// How many rows of these lines have one part of data, and how many bytes further on that of the next ones begins. `None`
/// if one line's rows do not follow the other's in such steps, or a row that indices in range can lead to may not lie
/// in data.
// Out of line, so that the loops share it.
#[inline(never)]
fn turns(line: &Line<'_>) -> Option<(usize, usize)> {
    let last = |count: usize, step: usize| step.checked_mul(count.checked_sub(1)?);
    let furthest = line
        .base
        .checked_add(last(line.rows, line.step)?)?
        .checked_add(last(line.lines, line.base_pitch)?)?
        .checked_add((line.axes[0].last as usize).checked_mul(line.axes[0].stride as usize)?)?;
    let source = line.source;
    let end = furthest
        .checked_mul(source.quantum)?
        .checked_add(source.bytes)?;
    if end > source.data.len() {
        return None;
    }
    let in_bytes = |positions: usize| positions.wrapping_mul(source.quantum);
    match (line.lines, line.step) {
        (1, 0) => Some((line.rows, 0)),
        (1, step) => Some((1, in_bytes(step))),
        (_, 0) if line.tuple_pitch == line.rows && line.out_pitch == line.rows => {
            Some((line.rows, in_bytes(line.base_pitch)))
        }
        _ => None,
    }
}

/// The place that a tuple of one index leads to.
#[inline(always)]
fn place_of<const WIDE: bool>(axis: Axis, tuple: &[u8]) -> u64 {
    let index = index::<WIDE>(tuple, 0);
    index.map_or(u64::MAX, |index| place(axis, index))
}

/// Moves rows, line by line, until one is out of range, and tells how many. A row further on is asked for with each; if not
/// `LONG`, rows have at most as many bytes as a cache line.
#[target_feature(enable = "avx2")]
fn asking<R: Rows, const WIDE: bool, const LONG: bool, const AROUND: bool>(
    line: &Line<'_>,
    out: &mut [Byte],
) -> usize {
    each_line(line, out, &|part, out| {
        part.gather::<R, WIDE, LONG, AROUND>(line, out)
    })
}

/// Some rows of a line.
#[derive(Clone, Copy)]
struct Part {
    /// The number of the first tuple.
    first: usize,
    /// Where the rows' part of data begins.
    base: usize,
    rows: usize,
    /// How many rows ahead rows are asked for; if by none, a row is asked for just before it is copied.
    ahead: usize,
}

/// Visits the lines, and in each first the rows that ask for others, then the last ones, which have none to ask for.
// Not generic over what is done, so that it is compiled once.
#[inline(never)]
fn each_line(
    line: &Line<'_>,
    out: &mut [Byte],
    gather: &dyn Fn(Part, &mut [Byte]) -> usize,
) -> usize {
    // What is asked for is found without the steps between rows.
    if line.step != 0 {
        return 0;
    }
    let bytes = line.source.bytes;
    let ahead = if bytes > LONG_ASKED || line.rows_ahead == 0 {
        LONG_IN_FLIGHT.checked_div(bytes).unwrap_or(0).max(1)
    } else {
        line.rows_ahead
    };
    let asking = line.rows.saturating_sub(ahead);
    let mut moved = 0;
    for n in 0..line.lines {
        let first = n.wrapping_mul(line.tuple_pitch);
        let base = line.base.wrapping_add(n.wrapping_mul(line.base_pitch));
        let most = Part {
            first,
            base,
            rows: asking,
            ahead,
        };
        let last = Part {
            first: first.wrapping_add(asking),
            base,
            rows: line.rows - asking,
            ahead: 0,
        };
        let mut start = n.wrapping_mul(line.out_pitch);
        for part in [most, last] {
            let room = out.get_mut(start.wrapping_mul(line.source.bytes)..);
            let done = gather(part, room.unwrap_or_default());
            moved += done;
            if done < part.rows {
                return moved;
            }
            start = start.wrapping_add(done);
        }
    }
    moved
}

impl Part {
    /// Moves these rows until one is out of range, and tells how many.
    // Out of line and with few numbers, so that all stay in registers: a load from the stack would have to wait for
    // the many stores before it.
    #[target_feature(enable = "avx2")]
    #[inline(never)]
    fn gather<R: Rows, const WIDE: bool, const LONG: bool, const AROUND: bool>(
        self,
        line: &Line<'_>,
        out: &mut [Byte],
    ) -> usize {
        let (axis, source) = (line.axes[0], *line.source);
        if source.bytes < R::LEAST {
            return 0;
        }
        // All in bytes, modulo 2^64 like positions: a place is one multiplication away from its row.
        let in_bytes = |positions: usize| positions.wrapping_mul(source.quantum);
        let pitch = in_bytes(axis.stride as usize);
        let data = source.data.get(in_bytes(self.base)..).unwrap_or_default();
        let size = const { if WIDE { 8 } else { 4 } };
        let some = |first: usize| {
            let from = line.tuples.get(first.wrapping_mul(size)..)?;
            Some(from.get(..self.rows.wrapping_mul(size))?.chunks_exact(size))
        };
        let later = self.first.wrapping_add(self.ahead);
        let (Some(tuples), Some(later)) = (some(self.first), some(later)) else {
            return 0;
        };
        let rows = out.chunks_exact_mut(source.bytes.max(1));
        let mut done = 0;
        for ((now, later), to) in tuples.zip(later).zip(rows) {
            let start_of = |place: u64| low(place).wrapping_mul(pitch);
            // Whatever it is: an address is only a hint.
            let row = data
                .as_ptr()
                .wrapping_add(start_of(place_of::<WIDE>(axis, later)));
            if LONG {
                prefetch_stretch(row, source.bytes.min(MOST_ASKED));
            } else {
                prefetch(row);
                prefetch(row.wrapping_add(source.bytes - 1));
            }
            let place = place_of::<WIDE>(axis, now);
            if place > u64::from(axis.last) {
                return done;
            }
            let start = start_of(place);
            let Some(from) = data.get(start..start.wrapping_add(source.bytes)) else {
                return done;
            };
            copy::<R, AROUND>(from, to);
            done += 1;
        }
        done
    }
}
