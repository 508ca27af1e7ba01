//! Rows of a few vectors moved one after another, by indices as they lie in memory or by positions.
//!
//! An index is read, normalised and compared, and its row copied by vectors of which the last overlaps; a position was
//! compared before, and may be that of the fill row. All of it is written down as instructions, because the loop must
//! keep to its registers: a load from the stack has to wait for the many stores before it, and a compiler puts there
//! whatever belongs to lines and not to rows.

use core::{
    arch::{asm, x86_64::_mm256_zeroupper},
    num::NonZero,
    ops::Range,
};

use super::{lengths::VECTOR, source::Source};
use crate::kernel::bytes::Byte;

/// Pairs of vectors of a long row but for the first, at least and at most.
const LEAST_PAIRS: usize = 4;
const MOST_PAIRS: usize = 15;

/// Bytes of the longest row that there is a loop for.
pub(super) const LONGEST: usize = 2 * (MOST_PAIRS + 1) * VECTOR;

/// Pairs of vectors that a long row takes, counted from its end, besides one at its beginning. They have fewer bytes than
/// the row, and all but 64 of them at least.
const fn pairs_of(bytes: usize) -> usize {
    // Of `v` vectors, the last of which may be a part of one, these are `v - 2` or `v - 1`.
    (bytes.div_ceil(VECTOR) - 1) / 2
}

/// Lines of rows and the table that they pick from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Picks {
    /// Where the first line's part of data begins, and by how many bytes further on that of the next one.
    pub(super) data: *const Byte,
    pub(super) turn: usize,
    /// Rows of a line, and bytes of a row.
    pub(super) rows: NonZero<usize>,
    pub(super) bytes: usize,
    /// Bytes from one place on the axis to the next.
    pub(super) pitch: usize,
    /// The last place on the axis.
    pub(super) last: u32,
    /// What an index gains that is below zero as it is read.
    pub(super) gain: u64,
}

/// An index into a register, sign-extended.
macro_rules! read {
    (8) => {
        "mov {index}, [{tuple}]\n"
    };
    (4) => {
        "movsxd {index}, dword ptr [{tuple}]\n"
    };
}

/// Two vectors of a long row: first both are read, then both are written, which is quicker there than one by one.
macro_rules! pair {
    ($one:expr, $other:expr) => {
        concat!(
            "vmovups {vector}, [{index} + ",
            $one,
            "]\nvmovups {other}, [{index} + ",
            $other,
            "]\nvmovups [{to} + ",
            $one,
            "], {vector}\nvmovups [{to} + ",
            $other,
            "], {other}\n"
        )
    };
}

/// A vector of a row.
macro_rules! vector {
    ($at:expr) => {
        concat!(
            "vmovups {vector}, [{index} + ",
            $at,
            "]\nvmovups [{to} + ",
            $at,
            "], {vector}\n"
        )
    };
}

/// An index into the address of its row, or out of the loop if it is out of range.
macro_rules! find {
    ($size:tt) => {
        concat!(
            read!($size),
            "mov {gained}, {index}\n",
            "sar {gained}, 63\n",
            "and {gained}, {gain}\n",
            "add {index}, {gained}\n",
            "cmp {index}, {last}\n",
            "ja 5f\n",
            "imul {index}, {pitch}\n",
            "add {index}, {data}\n"
        )
    };
}

/// A position into the address of its row, or of the fill row.
macro_rules! look_up {
    () => {
        concat!(
            "mov {index:e}, [{tuple}]\n",
            "imul {index}, {pitch}\n",
            "add {index}, {data}\n",
            "cmp dword ptr [{tuple}], -1\n",
            "cmove {index}, {fill}\n"
        )
    };
}

/// The loop over rows of some whole vectors and one that overlaps, each found by what stands in so many bytes.
macro_rules! each_row {
    ($find:expr, $size:tt: $($n:literal)*) => {
        concat!(
            ".p2align 6\n",
            "2:\n",
            $find,
            $(vector!(concat!("32*", $n)),)*
            vector!("{bytes} - 32"),
            "add {to}, {bytes}\n",
            "add {tuple}, ", $size, "\n",
            "cmp {tuple}, {stop}\n",
            "jne 2b\n"
        )
    };
}

/// That loop, and around it the one over lines.
macro_rules! rows {
    ($size:tt: $($n:literal)*) => {
        concat!(
            each_row!(find!($size), $size: $($n)*),
            "add {stop}, {line}\n",
            "add {data}, {turn}\n",
            "cmp {tuple}, {end}\n",
            "jne 2b\n",
            "5:\n"
        )
    };
}

/// The loop over rows of nine to thirty-two vectors: the first two, and pairs that are counted from the end, as many as
/// it takes. Those that it does not take are jumped over: the steps before label 6 are all as long as the one from 7 to
/// 6, because their offsets are, in four bytes. `index` comes with the number of those that it takes.
macro_rules! long_rows {
    ($size:tt) => {
        concat!(
            "lea {entry}, [rip + 6f]\n",
            "lea {gained}, [rip + 7f]\n",
            "sub {gained}, {entry}\n",
            "imul {gained}, {index}\n",
            "add {entry}, {gained}\n",
            ".p2align 6\n",
            "2:\n",
            find!($size),
            pair!("0", "32"),
            "add {index}, {bytes}\n",
            "add {to}, {bytes}\n",
            "notrack jmp {entry}\n",
            pair!("-960", "-928"),
            pair!("-896", "-864"),
            pair!("-832", "-800"),
            pair!("-768", "-736"),
            pair!("-704", "-672"),
            pair!("-640", "-608"),
            pair!("-576", "-544"),
            pair!("-512", "-480"),
            pair!("-448", "-416"),
            pair!("-384", "-352"),
            "7:\n",
            pair!("-320", "-288"),
            "6:\n",
            pair!("-256", "-224"),
            pair!("-192", "-160"),
            pair!("-128", "-96"),
            pair!("-64", "-32"),
            "add {tuple}, ",
            $size,
            "\n",
            "cmp {tuple}, {end}\n",
            "jne 2b\n",
            "5:\n"
        )
    };
}

/// Runs a loop, with what both kinds know of indices and of the table, and more.
macro_rules! run_rows {
    ($rows:expr, $all:ident, $tuple:ident, $picks:ident, $($more:tt)*) => {
        // SAFETY: reads the indices, of which there is at least one, up to where the last line ends, and rows of places
        // that were compared with the last, which are there by the caller's promise, as is the room for them. Of a row,
        // which has more bytes than `FULL` vectors, these are read and the one that ends with it; or of a long one the
        // first two and pairs that are counted from the end, which all begin in the row: they have fewer bytes than it
        // (`pairs_of`), and there are at least four, so that none but steps of equal length are jumped over. Bytes are
        // moved and not looked at. AVX2 is there, because the function around is compiled for it.
        unsafe {
            asm!(
                $rows,
                tuple = inout(reg) $tuple,
                end = in(reg) $all.end,
                pitch = in(reg) $picks.pitch,
                bytes = in(reg) $picks.bytes,
                last = in(reg) u64::from($picks.last),
                gain = in(reg) $picks.gain,
                gained = out(reg) _,
                vector = out(ymm_reg) _,
                $($more)*
                options(nostack),
            );
        }
    };
}

/// Moves the row that each index leads to, until one is out of range, and tells how many. 0, with nothing done, if rows have
/// not more bytes than `FULL` vectors and at most as many as one more, or there is no such loop.
///
/// # Safety
///
/// The indices must be those of whole lines. A row must lie wherever a place that is not above the last leads to, on each
/// of the lines, and at `to` there must be room for a row for each index.
#[target_feature(enable = "avx2")]
#[inline]
pub(super) unsafe fn move_rows<const FULL: usize, const SIZE: usize>(
    indices: &[[u8; SIZE]],
    picks: &Picks,
    to: *mut Byte,
) -> usize {
    let all = indices.as_ptr_range();
    debug_assert!(
        indices.len().is_multiple_of(picks.rows.get()),
        "whole lines"
    );
    let lengths = FULL * VECTOR + 1..=(FULL + 1) * VECTOR;
    if all.is_empty() || !lengths.contains(&picks.bytes) {
        return 0;
    }
    let mut tuple = all.start;
    macro_rules! run {
        ($rows:expr) => {
            run_rows!($rows, all, tuple, picks,
                to = inout(reg) to => _,
                data = inout(reg) picks.data => _,
                stop = inout(reg) tuple.wrapping_add(picks.rows.get()) => _,
                line = in(reg) picks.rows.get().wrapping_mul(SIZE),
                turn = in(reg) picks.turn,
                index = out(reg) _,
            )
        };
    }
    match (FULL, SIZE) {
        (1, 8) => run!(rows!(8: 0)),
        (2, 8) => run!(rows!(8: 0 1)),
        (3, 8) => run!(rows!(8: 0 1 2)),
        (4, 8) => run!(rows!(8: 0 1 2 3)),
        (5, 8) => run!(rows!(8: 0 1 2 3 4)),
        (6, 8) => run!(rows!(8: 0 1 2 3 4 5)),
        (7, 8) => run!(rows!(8: 0 1 2 3 4 5 6)),
        (1, 4) => run!(rows!(4: 0)),
        (2, 4) => run!(rows!(4: 0 1)),
        (3, 4) => run!(rows!(4: 0 1 2)),
        (4, 4) => run!(rows!(4: 0 1 2 3)),
        (5, 4) => run!(rows!(4: 0 1 2 3 4)),
        (6, 4) => run!(rows!(4: 0 1 2 3 4 5)),
        (7, 4) => run!(rows!(4: 0 1 2 3 4 5 6)),
        _ => {}
    }
    // The compiler does not see what the instructions leave; the caller's own code would be slower for it.
    _mm256_zeroupper();
    moved(&all, tuple)
}

/// The same for rows of a single line that have more than 256 bytes and at most 1024.
///
/// # Safety
///
/// A row must lie wherever a place that is not above the last leads to, and at `to` there must be room for a row for each
/// index.
#[target_feature(enable = "avx2")]
#[inline]
pub(super) unsafe fn move_long_rows<const SIZE: usize>(
    indices: &[[u8; SIZE]],
    picks: &Picks,
    to: *mut Byte,
) -> usize {
    let all = indices.as_ptr_range();
    let pairs = pairs_of(picks.bytes.max(1));
    if all.is_empty() || !(LEAST_PAIRS..=MOST_PAIRS).contains(&pairs) {
        return 0;
    }
    let mut tuple = all.start;
    macro_rules! run {
        ($rows:expr) => {
            run_rows!($rows, all, tuple, picks,
                to = inout(reg) to => _,
                data = in(reg) picks.data,
                index = inout(reg) pairs - LEAST_PAIRS => _,
                other = out(ymm_reg) _,
                entry = out(reg) _,
            )
        };
    }
    match SIZE {
        8 => run!(long_rows!(8)),
        4 => run!(long_rows!(4)),
        _ => {}
    }
    _mm256_zeroupper();
    moved(&all, tuple)
}

/// Moves the row at each position, and where [`FILL`](super::tuples::FILL) stands the fill row. False, with nothing done, if
/// rows have not more bytes than `FULL` vectors and at most as many as one more, or the fill row, if there is one, not as
/// many as they.
///
/// # Safety
///
/// The source must admit these positions, and at `to` there must be room for a row for each.
#[target_feature(enable = "avx2")]
#[inline]
pub(super) unsafe fn move_rows_at<const FULL: usize>(
    source: &Source<'_>,
    positions: &[u32],
    to: *mut Byte,
) -> bool {
    let all = positions.as_ptr_range();
    let lengths = FULL * VECTOR + 1..=(FULL + 1) * VECTOR;
    let fill = match source.fill {
        // Not among the positions that such a source admits.
        [] => source.data,
        fill if fill.len() == source.bytes => fill,
        _ => return false,
    };
    if !lengths.contains(&source.bytes) {
        return false;
    }
    if all.is_empty() {
        return true;
    }
    macro_rules! run {
        ($($n:literal)*) => {
            // SAFETY: reads the positions, of which there is at least one, and the rows there, which are there because the
            // source admits them, or for `FILL` the fill row, which has as many bytes; there is room for them by the caller's
            // promise. Of a row, which has more bytes than `FULL` vectors, these are read and the one that ends with it.
            // Bytes are moved and not looked at. AVX2 is there, because this function is compiled for it.
            unsafe {
                asm!(
                    each_row!(look_up!(), 4: $($n)*),
                    tuple = inout(reg) all.start => _,
                    stop = in(reg) all.end,
                    data = in(reg) source.data.as_ptr(),
                    fill = in(reg) fill.as_ptr(),
                    pitch = in(reg) source.quantum,
                    bytes = in(reg) source.bytes,
                    to = inout(reg) to => _,
                    index = out(reg) _,
                    vector = out(ymm_reg) _,
                    options(nostack),
                );
            }
        };
    }
    match FULL {
        2 => run!(0 1),
        3 => run!(0 1 2),
        4 => run!(0 1 2 3),
        5 => run!(0 1 2 3 4),
        6 => run!(0 1 2 3 4 5),
        7 => run!(0 1 2 3 4 5 6),
        _ => return false,
    }
    // The compiler does not see what the instructions leave; the caller's own code would be slower for it.
    _mm256_zeroupper();
    true
}

/// How many indices lie before this one.
#[inline(always)]
fn moved<const SIZE: usize>(all: &Range<*const [u8; SIZE]>, until: *const [u8; SIZE]) -> usize {
    until.addr().wrapping_sub(all.start.addr()) / const { if SIZE == 0 { 1 } else { SIZE } }
}
