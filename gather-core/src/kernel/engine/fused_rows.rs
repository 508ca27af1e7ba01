//! Rows of several vectors: index stage and copy stage in one loop, row by row.
//!
//! To check an index takes less time than to copy such a row, and a processor does both at once if they stand
//! next to each other. So there is no block of positions in between. Out of a large table, one row is asked for
//! with each that is copied, evenly: the processor has room for few at a time. The copies are loops of vectors: a call
//! of `memcpy` would take longer to find out how long a row is.
//!
//! There is nothing to trust here: every place is compared with the last of its axis, and the furthest row that such
//! places lead to, or every row, with the end of data.

use core::num::NonZero;

use super::{
    cpu::{LINE, Path, prefetch, prefetch_stretch, stream_by_avx2},
    fused::{Form, Fuse, Line, index, low, place},
    lengths::{HeadAndTail, Rows, VECTOR, VectorByVector, Vectors},
    row_moves::{LONGEST as LONGEST_WRITTEN, Picks, move_long_rows, move_rows},
    rows::SHORT,
    source::WORD,
    tuples::{Axis, Outside},
};
use crate::kernel::bytes::Byte;

/// Shorter rows are quicker by blocks: more of them are on their way at once. Where rows are asked for in advance,
/// they are on their way, and only words are quicker by blocks.
const SHORTEST: usize = VECTOR + 1;
const SHORTEST_ASKED: usize = WORD + 1;

/// Longer rows that are near are copied by a call, which has ways of its own for them.
const LONGEST: usize = 4096;

/// Rows of up to this many bytes are asked for as many ahead as blocks would have on their way, if rows are.
const LONG_ASKED: usize = 512;

/// Of longer rows only the beginning is asked for: the processor sees the rest coming.
const MOST_ASKED: usize = 4096;

/// Bytes of rows that are on their way otherwise.
const LONG_IN_FLIGHT: usize = 6 << 10;

/// The loop for rows of so many bytes, by indices of `SIZE` bytes.
pub(super) fn find<const SIZE: usize>(path: Path, form: Form, bytes: usize) -> Option<Fuse> {
    let fits = path == Path::Vector && form.depth == 1 && form.outside == Outside::Report;
    if !fits {
        return None;
    }
    if form.around {
        // Rows that are near are asked for too: next to stores around the cache that costs nothing.
        let fits = bytes >= VECTOR && !form.stepped;
        return fits.then_some(asking::<VectorByVector, SIZE, true, true>);
    }
    if form.ahead {
        return match bytes {
            SHORTEST_ASKED..=VECTOR => Some(asking::<HeadAndTail<16>, SIZE, false, false>),
            ..=LINE if bytes > VECTOR => Some(asking::<Vectors<1>, SIZE, false, false>),
            _ if bytes > LINE => Some(asking::<VectorByVector, SIZE, true, false>),
            _ => None,
        };
    }
    if !(SHORTEST..=LONGEST).contains(&bytes) {
        return None;
    }
    Some(match (bytes - 1) / VECTOR {
        _ if bytes > LONGEST_WRITTEN => long_rows::<SIZE>,
        _ if bytes > SHORT => medium_rows::<SIZE>,
        1 => short_rows::<1, SIZE>,
        2 => short_rows::<2, SIZE>,
        3 => short_rows::<3, SIZE>,
        4 => short_rows::<4, SIZE>,
        5 => short_rows::<5, SIZE>,
        6 => short_rows::<6, SIZE>,
        _ => short_rows::<7, SIZE>,
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

/// Moves the rows of all lines in one loop, until one is out of range, and tells how many. Rows have more bytes than `FULL`
/// vectors and at most one more.
#[target_feature(enable = "avx2")]
fn short_rows<const FULL: usize, const SIZE: usize>(line: &Line<'_>, out: &mut [Byte]) -> usize {
    let Some((picks, indices, room)) = all_of(line, out) else {
        return 0;
    };
    // SAFETY: the furthest row that a place on the axis can lead to, on the last line, is in data, as `picks` has compared,
    // and all others lie before it. There are as many indices as the lines have, and `room` for as many rows; a line of
    // `picks` is one of these, or a single row.
    unsafe { move_rows::<FULL, SIZE>(indices, &picks, room) }
}

/// The same line by line, for rows of more bytes than [`SHORT`] and at most [`LONGEST_WRITTEN`].
#[target_feature(enable = "avx2")]
fn medium_rows<const SIZE: usize>(line: &Line<'_>, out: &mut [Byte]) -> usize {
    let Some((mut picks, indices, mut room)) = all_of::<SIZE>(line, out) else {
        return 0;
    };
    let mut done = 0;
    for indices in indices.chunks(picks.rows.get()) {
        // SAFETY: as in `short_rows`; the room is that of these rows.
        let moved = unsafe { move_long_rows(indices, &picks, room) };
        done += moved;
        if moved < indices.len() {
            break;
        }
        room = room.wrapping_add(moved.wrapping_mul(picks.bytes));
        picks.data = picks.data.wrapping_add(picks.turn);
    }
    done
}

/// What the rows of these lines pick from, and the indices and the room of all rows. `None` if some are not there.
#[inline(always)]
fn all_of<'a, const SIZE: usize>(
    line: &Line<'a>,
    out: &mut [Byte],
) -> Option<(Picks, &'a [[u8; SIZE]], *mut Byte)> {
    let picks = picks(line)?;
    let all = line.rows.checked_mul(line.lines)?;
    let indices = line.tuples.as_chunks::<SIZE>().0.get(..all)?;
    let room = out.get_mut(..all.checked_mul(picks.bytes)?)?;
    debug_assert!(
        has_rows(line, &picks, indices),
        "a row for each index: sanitizers do not see what instructions read that were written down"
    );
    Some((picks, indices, room.as_mut_ptr()))
}

/// Whether there is a row for each of these indices, up to the first that is out of range.
fn has_rows<const SIZE: usize>(line: &Line<'_>, picks: &Picks, indices: &[[u8; SIZE]]) -> bool {
    let data = line.source.data.as_ptr_range();
    let mut part = picks.data;
    for line in indices.chunks(picks.rows.get()) {
        for tuple in line {
            let place = place_of::<SIZE>(picks.axis, tuple);
            if place > u64::from(picks.axis.last) {
                return true;
            }
            let row = part.wrapping_add(low(place) * picks.pitch);
            if row < data.start || row.wrapping_add(picks.bytes) > data.end {
                return false;
            }
        }
        part = part.wrapping_add(picks.turn);
    }
    true
}

/// Moves longer rows of all lines in one loop, until one is out of range, and tells how many.
// Line by line with few numbers, so that most stay in registers.
#[target_feature(enable = "avx2")]
fn long_rows<const SIZE: usize>(line: &Line<'_>, out: &mut [Byte]) -> usize {
    let Some(picks) = picks(line) else {
        return 0;
    };
    let (axis, bytes, last) = (picks.axis, picks.bytes, u64::from(picks.axis.last));
    let all = line.rows.saturating_mul(line.lines);
    let tuples = line.tuples.as_chunks::<SIZE>().0.get(..all);
    let mut pairs = tuples
        .unwrap_or_default()
        .iter()
        .zip(out.chunks_exact_mut(bytes.max(1)));
    let all = pairs.len();
    let mut part = picks.data;
    while pairs.len() > 0 {
        for (tuple, to) in pairs.by_ref().take(picks.rows.get()) {
            let place = place_of::<SIZE>(axis, tuple);
            if place > last {
                return all - pairs.len() - 1;
            }
            let from = part.wrapping_add(low(place) * picks.pitch);
            // SAFETY: `place` is on the axis, as just compared, and the furthest row that such places lead to, on the
            // last line, is in data, as `picks` has compared; this one lies before it. Data is borrowed all the while.
            let from = unsafe { core::slice::from_raw_parts(from, bytes) };
            VectorByVector::copy(from, to);
        }
        part = part.wrapping_add(picks.turn);
    }
    all
}

/// What the rows of these lines pick from. `None` if one line's rows do not follow the other's in equal steps, or a row that
/// indices in range can lead to may not lie in data.
// Out of line, so that the loops share it.
#[inline(never)]
fn picks(line: &Line<'_>) -> Option<Picks> {
    let (axis, source) = (line.axes[0], line.source);
    let last = |count: usize, step: usize| step.checked_mul(count.checked_sub(1)?);
    let furthest = line
        .base
        .checked_add(last(line.rows, line.step)?)?
        .checked_add(last(line.lines, line.base_pitch)?)?
        .checked_add((axis.last as usize).checked_mul(axis.stride as usize)?)?;
    let end = furthest
        .checked_mul(source.quantum)?
        .checked_add(source.bytes)?;
    if end > source.data.len() || source.bytes < VECTOR {
        return None;
    }
    // In bytes, modulo 2^64: what is ever added to `data` adds up to less than `end`. A pitch that is multiplied by 0 alone,
    // because the axis has one place, and a turn behind the last line may be any.
    let in_bytes = |positions: usize| positions.wrapping_mul(source.quantum);
    let (rows, turn) = match (line.lines, line.step) {
        (1, 0) => (line.rows, 0),
        (1, step) => (1, step),
        (_, 0) if line.tuple_pitch == line.rows && line.out_pitch == line.rows => {
            (line.rows, line.base_pitch)
        }
        _ => return None,
    };
    Some(Picks {
        data: source.data.as_ptr().wrapping_add(in_bytes(line.base)),
        turn: in_bytes(turn),
        rows: NonZero::new(rows)?,
        bytes: source.bytes,
        pitch: in_bytes(axis.stride as usize),
        axis,
    })
}

/// The place that an index of so many bytes leads to.
#[inline(always)]
fn place_of<const SIZE: usize>(axis: Axis, bytes: &[u8; SIZE]) -> u64 {
    let index = match SIZE {
        8 => index::<true>(bytes, 0),
        _ => index::<false>(bytes, 0),
    };
    index.map_or(u64::MAX, |index| place(axis, index))
}

/// Moves rows, line by line, until one is out of range, and tells how many. A row further on is asked for with each; if not
/// `LONG`, rows have at most as many bytes as a cache line.
#[target_feature(enable = "avx2")]
fn asking<R: Rows, const SIZE: usize, const LONG: bool, const AROUND: bool>(
    line: &Line<'_>,
    out: &mut [Byte],
) -> usize {
    each_line(line, out, &|part, out| {
        part.gather::<R, SIZE, LONG, AROUND>(line, out)
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
    fn gather<R: Rows, const SIZE: usize, const LONG: bool, const AROUND: bool>(
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
        let (tuples, _) = line.tuples.as_chunks::<SIZE>();
        let some = |first: usize| Some(tuples.get(first..)?.get(..self.rows)?.iter());
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
                .wrapping_add(start_of(place_of::<SIZE>(axis, later)));
            if LONG {
                prefetch_stretch(row, source.bytes.min(MOST_ASKED));
            } else {
                prefetch(row);
                prefetch(row.wrapping_add(source.bytes - 1));
            }
            let place = place_of::<SIZE>(axis, now);
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
