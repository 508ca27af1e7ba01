//! Rows of several vectors: index stage and copy stage in one loop, row by row.
//!
//! To check an index takes less time than to copy such a row, and a processor does both at once if they stand
//! next to each other. So there is no block of positions in between. Out of a large table, one row is asked for
//! with each that is copied, evenly: the processor has room for few at a time. The copies are loops of vectors: a call of `memcpy` would take longer to find out how long a row is.
//!
//! There is nothing to trust here: every place is compared with the last of its axis, and every row is a checked
//! part of data.

use super::{
    cpu::{LINE, Path, prefetch, prefetch_stretch},
    fused::{Form, Fuse, Line, index, low, place},
    lengths::{HeadAndTail, Rows, VECTOR, VectorByVector, Vectors},
    rows::SHORT,
    source::WORD,
    tuples::Outside,
};
use crate::kernel::bytes::Byte;

/// Shorter rows are quicker by blocks: more of them are on their way at once. Where rows are asked for in advance,
/// they are on their way, and only words are quicker by blocks.
const SHORTEST: usize = 2 * VECTOR + 1;
const SHORTEST_ASKED: usize = WORD + 1;

/// Longer rows are copied by a call, which has ways of its own for them.
const LONGEST: usize = 4096;
const LONGEST_ASKED: usize = 512;

/// The loop for rows of so many bytes, by indices of 64 bits if `WIDE` and of 32 otherwise.
pub(super) fn find<const WIDE: bool>(path: Path, form: Form, bytes: usize) -> Option<Fuse> {
    let fits = path == Path::Vector && form.depth == 1 && form.outside == Outside::Report;
    let lengths = if form.ahead {
        SHORTEST_ASKED..=LONGEST_ASKED
    } else {
        SHORTEST..=LONGEST
    };
    if !fits || !lengths.contains(&bytes) {
        return None;
    }
    Some(match (bytes - 1) / VECTOR {
        _ if bytes > SHORT => avx2::<VectorByVector, WIDE>,
        0 => avx2::<HeadAndTail<16>, WIDE>,
        1 => avx2::<Vectors<1>, WIDE>,
        2 => avx2::<Vectors<2>, WIDE>,
        3 => avx2::<Vectors<3>, WIDE>,
        4 => avx2::<Vectors<4>, WIDE>,
        5 => avx2::<Vectors<5>, WIDE>,
        6 => avx2::<Vectors<6>, WIDE>,
        _ => avx2::<Vectors<7>, WIDE>,
    })
}

/// Moves rows, line by line, until one is out of range, and tells how many.
#[target_feature(enable = "avx2")]
fn avx2<R: Rows, const WIDE: bool>(line: &Line<'_>, out: &mut [Byte]) -> usize {
    let mut moved = 0;
    for n in 0..line.lines {
        let start = n.wrapping_mul(line.out_pitch);
        let room = out.get_mut(start.wrapping_mul(line.source.bytes)..);
        let part = Part {
            first: n.wrapping_mul(line.tuple_pitch),
            base: line.base.wrapping_add(n.wrapping_mul(line.base_pitch)),
            rows: line.rows,
        };
        let done = part.gather::<R, WIDE>(line, room.unwrap_or_default());
        moved += done;
        if done < line.rows {
            return moved;
        }
    }
    moved
}

/// Some rows of a line.
#[derive(Clone, Copy)]
struct Part {
    /// The number of the first tuple.
    first: usize,
    /// Where the first row's part of data begins.
    base: usize,
    rows: usize,
}

impl Part {
    /// Moves rows until one is out of range, and tells how many.
    #[target_feature(enable = "avx2")]
    #[inline]
    fn gather<R: Rows, const WIDE: bool>(self, line: &Line<'_>, out: &mut [Byte]) -> usize {
        let asking = if line.rows_ahead == 0 || line.step != 0 {
            0
        } else {
            self.rows.saturating_sub(line.rows_ahead)
        };
        let (most, rest) = (
            Self {
                rows: asking,
                ..self
            },
            Self {
                first: self.first.wrapping_add(asking),
                base: self.base.wrapping_add(asking.wrapping_mul(line.step)),
                rows: self.rows - asking,
            },
        );
        let done = most.loops::<R, WIDE, true>(line, out);
        if done < asking {
            return done;
        }
        let out = out.get_mut(asking.wrapping_mul(line.source.bytes)..);
        done + rest.loops::<R, WIDE, false>(line, out.unwrap_or_default())
    }

    /// The loop. If `ASKS`, a row further on is asked for with each.
    // Out of line and with few numbers, so that all stay in registers: a load from the stack would have to wait for
    // the many stores before it.
    #[target_feature(enable = "avx2")]
    #[inline(never)]
    fn loops<R: Rows, const WIDE: bool, const ASKS: bool>(
        self,
        line: &Line<'_>,
        out: &mut [Byte],
    ) -> usize {
        let (axis, source) = (line.axes[0], *line.source);
        // All in bytes, modulo 2^64 like positions: a place is one multiplication away from its row.
        let in_bytes = |positions: usize| positions.wrapping_mul(source.quantum);
        let (pitch, step) = (in_bytes(axis.stride as usize), in_bytes(line.step));
        let base = in_bytes(self.base);
        let (data, mut base) = if ASKS {
            (source.data.get(base..).unwrap_or_default(), 0)
        } else {
            (source.data, base)
        };
        let size = const { if WIDE { 8 } else { 4 } };
        let some = |first: usize| {
            let from = line.tuples.get(first.wrapping_mul(size)..)?;
            Some(from.get(..self.rows.wrapping_mul(size))?.chunks_exact(size))
        };
        let later = self
            .first
            .wrapping_add(if ASKS { line.rows_ahead } else { 0 });
        let (Some(tuples), Some(later)) = (some(self.first), some(later)) else {
            return 0;
        };
        let rows = out.chunks_exact_mut(source.bytes.max(1));
        let mut done = 0;
        for ((now, later), to) in tuples.zip(later).zip(rows) {
            let place_of = |tuple: &[u8]| {
                let index = index::<WIDE>(tuple, 0);
                index.map_or(u64::MAX, |index| place(axis, index))
            };
            let start_of = |place: u64| low(place).wrapping_mul(pitch).wrapping_add(base);
            if ASKS {
                // Whatever it is: an address is only a hint.
                let row = data.as_ptr().wrapping_add(start_of(place_of(later)));
                if source.bytes > LINE {
                    prefetch_stretch(row, source.bytes);
                } else {
                    prefetch(row);
                    prefetch(row.wrapping_add(source.bytes - 1));
                }
            }
            let place = place_of(now);
            if place > u64::from(axis.last) {
                return done;
            }
            let start = start_of(place);
            let Some(from) = data.get(start..start.wrapping_add(source.bytes)) else {
                return done;
            };
            R::copy(from, to);
            if !ASKS {
                base = base.wrapping_add(step);
            }
            done += 1;
        }
        done
    }
}
