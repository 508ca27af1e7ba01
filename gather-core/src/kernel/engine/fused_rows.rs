//! Rows of several vectors: index stage and copy stage in one loop, row by row.
//!
//! To check an index takes less time than to copy such a row, and a processor does both at once if they stand
//! next to each other. So where rows need not be asked for in advance, there is no block of positions in
//! between. The copies are loops of vectors: a call of `memcpy` would take longer to find out how long a row is.
//!
//! There is nothing to trust here: every place is compared with the last of its axis, and every row is a checked
//! part of data.

use super::{
    cpu::Path,
    fused::{Form, Fuse, Line, index, low, place},
    lengths::{Rows, VECTOR, VectorByVector, Vectors},
    rows::SHORT,
    tuples::Outside,
};
use crate::kernel::bytes::Byte;

/// Shorter rows are quicker by blocks: more of them are on their way at once.
const SHORTEST: usize = 2 * VECTOR + 1;

/// Longer rows are copied by a call, which has ways of its own for them.
const LONGEST: usize = 4096;

/// The loop for rows of so many bytes, by indices of 64 bits if `WIDE` and of 32 otherwise.
pub(super) fn find<const WIDE: bool>(path: Path, form: Form, bytes: usize) -> Option<Fuse> {
    let fits = path == Path::Vector && form.depth == 1 && form.outside == Outside::Report;
    if !fits || !(SHORTEST..=LONGEST).contains(&bytes) {
        return None;
    }
    Some(match (bytes - 1) / VECTOR {
        _ if bytes > SHORT => avx2::<VectorByVector, WIDE>,
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
    let bytes = line.source.bytes;
    let mut moved = 0;
    for n in 0..line.lines {
        let start = n.wrapping_mul(line.out_pitch).wrapping_mul(bytes);
        let room = out.get_mut(start..).unwrap_or_default();
        let base = line.base.wrapping_add(n.wrapping_mul(line.base_pitch));
        let done = one_line::<R, WIDE>(line, n.wrapping_mul(line.tuple_pitch), base, room);
        moved += done;
        if done < line.rows {
            return moved;
        }
    }
    moved
}

/// The rows of one line, by the tuples from number `first` on.
// Out of line, so that what a line needs stays in registers.
#[target_feature(enable = "avx2")]
#[inline(never)]
fn one_line<R: Rows, const WIDE: bool>(
    line: &Line<'_>,
    first: usize,
    mut base: usize,
    out: &mut [Byte],
) -> usize {
    let (axis, source) = (line.axes[0], line.source);
    let (last, stride) = (u64::from(axis.last), axis.stride as usize);
    let size = const { if WIDE { 8 } else { 4 } };
    let tuples = line
        .tuples
        .get(first.wrapping_mul(size)..)
        .unwrap_or_default();
    let rows = out.chunks_exact_mut(source.bytes.max(1)).take(line.rows);
    let mut done = 0;
    for to in rows {
        let Some(index) = index::<WIDE>(tuples, done) else {
            return done;
        };
        let place = place(axis, index);
        if place > last {
            return done;
        }
        let at = low(place).wrapping_mul(stride).wrapping_add(base);
        let start = at.wrapping_mul(source.quantum);
        let Some(from) = source.data.get(start..start.wrapping_add(source.bytes)) else {
            return done;
        };
        R::copy(from, to);
        base = base.wrapping_add(line.step);
        done += 1;
    }
    done
}
