//! Rows of several vectors: index stage and copy stage in one loop, row by row.
//!
//! To check an index takes less time than to copy such a row, and a processor does both at once if they stand
//! next to each other. So there is no block of positions in between. Out of a large table, one row is asked for
//! with each that is copied, evenly: the processor has room for few at a time. The copies are loops of vectors: a call
//! of `memcpy` would take longer to find out how long a row is.
//!
//! Most loops know indices that are in range and nothing else. Where one stops, long rows are made by what
//! [`outside_rows`](super::outside_rows) says; short ones out of a large table go on for a while by a choice between
//! addresses, and those out of a table that is near are left to blocks.
//!
//! There is nothing to trust here: every place is compared with the last of its axis, and the furthest row that such
//! places lead to, or every row, with the end of data.

use core::{hint::select_unpredictable, num::NonZero};

use super::{
    cpu::{LINE, Path, prefetch, prefetch_stretch, stream_by_avx2},
    fused::{Form, Fuse, Line, index, low, place},
    lengths::{HeadAndTail, Rows, VECTOR, VectorByVector},
    outside_rows::make_row,
    row_moves::{LONGEST as LONGEST_WRITTEN, Picks, move_long_rows, move_rows},
    rows::SHORT,
    source::WORD,
    tuples::Outside,
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

/// Rows whose address is chosen after one that is out of range, which is rarely alone: a branch that is often guessed wrong
/// takes longer than to copy a short row.
const CHOSEN: usize = 256;

/// Bytes of rows that are on their way otherwise.
const LONG_IN_FLIGHT: usize = 6 << 10;

/// The loop for rows of so many bytes, by indices of `SIZE` bytes.
pub(super) fn find<const SIZE: usize>(path: Path, form: Form, bytes: usize) -> Option<Fuse> {
    if path != Path::Vector || form.depth != 1 {
        return None;
    }
    if form.around {
        // Rows that are near are asked for too: next to stores around the cache that costs nothing.
        let fits = bytes >= VECTOR && !form.stepped;
        return fits.then_some(asking::<VectorByVector, SIZE, true>);
    }
    if form.ahead {
        return match bytes {
            SHORTEST_ASKED..=VECTOR => Some(asking::<HeadAndTail<16>, SIZE, false>),
            ..=LINE if bytes > VECTOR => Some(asking::<HeadAndTail<VECTOR>, SIZE, false>),
            _ if bytes > LINE => Some(asking::<VectorByVector, SIZE, true>),
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

/// What a debug assertion is for.
const UNSEEN: &str =
    "a row for each index: sanitizers do not see what instructions read that were written down";

/// A loop over the rows of indices.
type MoveRows<const SIZE: usize> = unsafe fn(&[[u8; SIZE]], &Picks, *mut Byte) -> usize;

/// Moves the rows of all lines in one loop, until one is out of range, and tells how many. Rows have more bytes than `FULL`
/// vectors and at most one more.
#[target_feature(enable = "avx2")]
fn short_rows<const FULL: usize, const SIZE: usize>(line: &Line<'_>, out: &mut [Byte]) -> usize {
    // SAFETY: AVX2 is there, as for this function.
    unsafe { by_loop::<SIZE>(line, out, move_rows::<FULL, SIZE>) }
}

/// Moves the rows of all lines by a loop.
///
/// # Safety
///
/// `move_rows` must be [`move_rows`] for some number of vectors, and there must be AVX2.
// Compiled once for all of them.
#[inline(never)]
unsafe fn by_loop<const SIZE: usize>(
    line: &Line<'_>,
    out: &mut [Byte],
    move_rows: MoveRows<SIZE>,
) -> usize {
    let Some((picks, indices)) = all_of::<SIZE>(line, out.len()) else {
        return 0;
    };
    debug_assert!(has_rows(line, &picks, indices), "{UNSEEN}");
    // SAFETY: the furthest row that a place on the axis can lead to, on the last line, is in data, as `picks` has compared,
    // and all others lie before it. There are as many indices as the lines have, and room for as many rows; a line of
    // `picks` is one of these, or a single row. AVX2 is the caller's promise.
    unsafe { move_rows(indices, &picks, out.as_mut_ptr()) }
}

/// The same line by line, for rows of more bytes than [`SHORT`] and at most [`LONGEST_WRITTEN`]. Those are so long that it
/// pays to make the rows that it stops at, and go on.
#[target_feature(enable = "avx2")]
fn medium_rows<const SIZE: usize>(line: &Line<'_>, out: &mut [Byte]) -> usize {
    let Some((mut picks, indices)) = all_of::<SIZE>(line, out.len()) else {
        return 0;
    };
    let data = line.source.data.as_ptr();
    let mut start = line.base.wrapping_mul(line.source.quantum);
    let mut done = 0;
    for indices in indices.chunks(picks.rows.get()) {
        picks.data = data.wrapping_add(start);
        let mut left = indices;
        while !left.is_empty() {
            let Some(room) = out.get_mut(done * picks.bytes..) else {
                return done;
            };
            debug_assert!(has_rows(line, &picks, left), "{UNSEEN}");
            // SAFETY: as in `by_loop`; the indices are what is left of a line, and `all_of` has compared that there is
            // room for a row for each of all indices, of which `done` are done.
            let moved = unsafe { move_long_rows(left, &picks, room.as_mut_ptr()) };
            done += moved;
            let Some((index, later)) = left.get(moved..).and_then(<[_]>::split_first) else {
                break;
            };
            let room = room.get_mut(moved * picks.bytes..);
            let made = room.is_some_and(|room| make_row(line, [start, picks.pitch], index, room));
            if !made {
                return done;
            }
            done += 1;
            left = later;
        }
        start = start.wrapping_add(picks.turn);
    }
    done
}

/// What the rows of these lines pick from, and all indices. `None` if some are not there, or not all rows have room.
#[inline(always)]
fn all_of<'a, const SIZE: usize>(
    line: &Line<'a>,
    room: usize,
) -> Option<(Picks, &'a [[u8; SIZE]])> {
    let picks = picks(line, gain::<SIZE>(line))?;
    let all = line.rows.checked_mul(line.lines)?;
    let indices = line.tuples.as_chunks::<SIZE>().0.get(..all)?;
    if all.checked_mul(picks.bytes)? > room {
        return None;
    }
    Some((picks, indices))
}

/// Whether there is a row for each of these indices, up to the first that is out of range.
fn has_rows<const SIZE: usize>(line: &Line<'_>, picks: &Picks, indices: &[[u8; SIZE]]) -> bool {
    let data = line.source.data.as_ptr_range();
    let mut part = picks.data;
    for line in indices.chunks(picks.rows.get()) {
        for tuple in line {
            let place = place_of::<SIZE>(picks.gain, tuple);
            if place > u64::from(picks.last) {
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
    let Some(picks) = picks(line, gain::<SIZE>(line)) else {
        return 0;
    };
    let (gain, bytes, last) = (picks.gain, picks.bytes, u64::from(picks.last));
    let all = line.rows.saturating_mul(line.lines);
    let tuples = line.tuples.as_chunks::<SIZE>().0.get(..all);
    let mut pairs = tuples
        .unwrap_or_default()
        .iter()
        .zip(out.chunks_exact_mut(bytes.max(1)));
    let all = pairs.len();
    let data = line.source.data.as_ptr();
    let mut start = line.base.wrapping_mul(line.source.quantum);
    while pairs.len() > 0 {
        let part = data.wrapping_add(start);
        let mut of_line = 0;
        while of_line < picks.rows.get()
            && let Some((tuple, to)) = pairs.next()
        {
            of_line += 1;
            let place = place_of::<SIZE>(gain, tuple);
            if place > last {
                if make_row(line, [start, picks.pitch], tuple, to) {
                    continue;
                }
                return all - pairs.len() - 1;
            }
            let from = part.wrapping_add(low(place) * picks.pitch);
            // SAFETY: `place` is on the axis, as just compared, and the furthest row that such places lead to, on the
            // last line, is in data, as `picks` has compared; this one lies before it. Data is borrowed all the while.
            let from = unsafe { core::slice::from_raw_parts(from, bytes) };
            VectorByVector::copy(from, to);
        }
        start = start.wrapping_add(picks.turn);
    }
    all
}

/// What the rows of these lines pick from. `None` if one line's rows do not follow the other's in equal steps, or a row that
/// indices in range can lead to may not lie in data.
// Out of line, so that the loops share it.
#[inline(never)]
fn picks(line: &Line<'_>, gain: u64) -> Option<Picks> {
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
        last: axis.last,
        gain,
    })
}

/// What indices of so many bytes gain that are below zero as they are read: what such indices gain on this axis, or where
/// 32 bits have no sign, what it takes from them to be read as if they had one.
pub(super) fn gain<const SIZE: usize>(line: &Line<'_>) -> u64 {
    if SIZE == 4 && !line.signed {
        1 << u32::BITS
    } else {
        line.axes[0].wrap.into()
    }
}

/// The place that an index of so many bytes leads to, with what it gains below zero.
#[inline(always)]
fn place_of<const SIZE: usize>(gain: u64, bytes: &[u8; SIZE]) -> u64 {
    number::<SIZE>(bytes).map_or(u64::MAX, |index| place(gain, index))
}

/// An index of so many bytes, as if it had a sign.
#[inline(always)]
pub(super) fn number<const SIZE: usize>(bytes: &[u8; SIZE]) -> Option<i64> {
    match SIZE {
        8 => index::<true>(bytes, 0),
        _ => index::<false>(bytes, 0),
    }
}

/// Moves rows, line by line, until one cannot be made, and tells how many. A row further on is asked for with each; if not
/// `LONG`, rows have at most as many bytes as a cache line.
#[target_feature(enable = "avx2")]
fn asking<R: Rows, const SIZE: usize, const LONG: bool>(
    line: &Line<'_>,
    out: &mut [Byte],
) -> usize {
    each_line(
        line,
        out,
        &|part, out| part.gather::<R, SIZE, LONG, false>(line, out),
        &|part, out| {
            if LONG {
                part.make::<SIZE>(line, out)
            } else {
                part.some().gather::<R, SIZE, false, true>(line, out)
            }
        },
    )
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

/// What rows are made of whose index is below the axis, or above; `None` if that is an error, or not a whole row.
fn others<'a>(line: &Line<'a>, data: &'a [Byte], pitch: usize) -> Option<[&'a [Byte]; 2]> {
    let (last, bytes) = (line.axes[0].last as usize, line.source.bytes);
    let row_at = |start: usize| data.get(start..start.wrapping_add(bytes));
    match line.outside {
        Outside::Report => None,
        Outside::Fill => (line.source.fill.len() == bytes).then_some([line.source.fill; 2]),
        Outside::Clamp => {
            let above = row_at(last.wrapping_mul(pitch))?;
            let below = if line.signed { row_at(0)? } else { above };
            Some([below, above])
        }
    }
}

/// Moves some rows of a line, and tells how many.
type MovePart<'g> = dyn Fn(Part, &mut [Byte]) -> usize + 'g;

/// Visits the lines, and in each first the rows that ask for others, then the last ones, which have none to ask for. Where
/// the first function stops, at a row that is out of range, the second moves it and maybe some behind it.
// Not generic over what is done, so that it is compiled once.
#[inline(never)]
fn each_line(
    line: &Line<'_>,
    out: &mut [Byte],
    gather: &MovePart<'_>,
    make: &MovePart<'_>,
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
        for mut part in [most, last] {
            let mut inside = true;
            while part.rows > 0 {
                let room = out.get_mut(start.wrapping_mul(bytes)..).unwrap_or_default();
                let done = if inside { gather } else { make }(part, room);
                if done == 0 && !inside {
                    return moved;
                }
                moved += done;
                start = start.wrapping_add(done);
                part = Part {
                    first: part.first.wrapping_add(done),
                    rows: part.rows.saturating_sub(done),
                    ..part
                };
                inside = !inside;
            }
        }
    }
    moved
}

impl Part {
    /// The first of these rows.
    fn some(self) -> Self {
        Self {
            rows: self.rows.min(CHOSEN),
            ..self
        }
    }

    /// Makes the first row, whose index is out of range. 0 if that is an error.
    #[target_feature(enable = "avx2")]
    fn make<const SIZE: usize>(self, line: &Line<'_>, out: &mut [Byte]) -> usize {
        let in_bytes = |positions: usize| positions.wrapping_mul(line.source.quantum);
        let places = [in_bytes(self.base), in_bytes(line.axes[0].stride as usize)];
        let index = line.tuples.as_chunks::<SIZE>().0.get(self.first);
        index
            .is_some_and(|index| make_row(line, places, index, out))
            .into()
    }

    /// Moves these rows until one is out of range, and tells how many. If it `CHOOSES`, what such a row is made of is a
    /// choice between addresses, and if there is none to choose from, none is moved.
    // Out of line and with few numbers, so that all stay in registers: a load from the stack would have to wait for
    // the many stores before it.
    #[target_feature(enable = "avx2")]
    #[inline(never)]
    fn gather<R: Rows, const SIZE: usize, const LONG: bool, const CHOOSES: bool>(
        self,
        line: &Line<'_>,
        out: &mut [Byte],
    ) -> usize {
        let (axis, source, around) = (line.axes[0], *line.source, line.around);
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
        let row_at = |start: usize| data.get(start..start.wrapping_add(source.bytes));
        let [below, above] = if CHOOSES {
            match others(line, data, pitch) {
                Some(others) => others,
                None => return 0,
            }
        } else {
            [data; 2]
        };
        let (last, gain) = (u64::from(axis.last), gain::<SIZE>(line));
        let mut done = 0;
        for ((now, later), to) in tuples.zip(later).zip(rows) {
            let start_of = |place: u64| low(place).wrapping_mul(pitch);
            // Whatever it is: an address is only a hint.
            let row = data
                .as_ptr()
                .wrapping_add(start_of(place_of::<SIZE>(gain, later)));
            if LONG {
                prefetch_stretch(row, source.bytes.min(MOST_ASKED));
            } else {
                prefetch(row);
                prefetch(row.wrapping_add(source.bytes - 1));
            }
            let place = place_of::<SIZE>(gain, now);
            if !CHOOSES && place > last {
                return done;
            }
            let Some(mut from) = row_at(start_of(place.min(last))) else {
                return done;
            };
            if CHOOSES {
                let other = select_unpredictable(number::<SIZE>(now) < Some(0), below, above);
                from = select_unpredictable(place > last, other, from);
            }
            if !(LONG && around && stream_by_avx2(from, to)) {
                R::copy(from, to);
            }
            done += 1;
        }
        done
    }
}
