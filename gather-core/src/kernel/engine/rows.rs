//! The copy stage: rows at checked positions, one after another, to the output.
//!
//! There is one loop for each class of row [`lengths`](super::lengths), compiled for the target and for AVX2,
//! like those of the index stage.
//!
//! Before any row of a block is read, the caller has compared the largest position with the last row that
//! data has ([`Source::admits`]). That comparison is what makes the reads sound; what else could be asked
//! for meanwhile is the caller's business too, so that a loop is a loop and nothing else.

#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::_mm256_zeroupper;
use core::hint::select_unpredictable;

#[cfg(target_arch = "x86_64")]
use super::{
    assemble::{EIGHT, move_eight},
    lengths::{VECTOR, VectorByVector},
    row_moves::move_rows_at,
};
use super::{
    cpu::Path,
    lengths::{CopyRow, HeadAndTail, Rows, Slices, Streamed, Word},
    source::{Source, largest_of},
    tuples::FILL,
};
use crate::kernel::bytes::Byte;

/// Rows of up to this many bytes have their fill value written out once, to be copied like any other row; of longer ones as
/// many elements as fit.
pub(crate) const SHORT: usize = 256;

/// Copies the rows at these positions to `out`. False, with nothing copied, if rows are of another class.
///
/// Unsafe to call: the source must [admit](Source::admits) these positions and the length of `out`, and the
/// machine must have the instructions that the function was compiled for.
pub(crate) type CopyRows =
    unsafe fn(source: &Source<'_>, positions: &[u32], out: &mut [Byte]) -> bool;

/// The two copy stages of a class of rows: without and with rows to fill.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Copying {
    pub(crate) plain: CopyRows,
    pub(crate) filling: CopyRows,
    /// What the class is called.
    pub(crate) name: &'static str,
}

/// The class of rows of these measures, where elements are a multiple of `W` bytes.
#[inline]
pub(crate) fn class<const W: usize>(path: Path, source: &Source<'_>, around: bool) -> Copying {
    // Functions without parameters, so that the loops are compiled with this crate, once.
    match W {
        16 => class_of_16(path, source, around),
        8 => class_of_8(path, source, around),
        4 => class_of_4(path, source, around),
        2 => class_of_2(path, source, around),
        _ => class_of_1(path, source, around),
    }
}

macro_rules! classes {
    ($($name:ident: $width:literal;)*) => { $(
        fn $name(path: Path, source: &Source<'_>, around: bool) -> Copying {
            class_of::<$width>(path, source, around)
        }
    )* };
}
classes! {
    class_of_1: 1;
    class_of_2: 2;
    class_of_4: 4;
    class_of_8: 8;
    class_of_16: 16;
}

#[inline]
fn class_of<const W: usize>(path: Path, source: &Source<'_>, around: bool) -> Copying {
    let (bytes, dense) = (source.bytes, source.bytes == source.quantum);
    if around {
        // Compiled for the target alone: its instructions must not meet those of AVX2.
        return copying::<Streamed>(Path::Portable);
    }
    // Lengths that are no multiple of `W` are not compiled. Up to 32 bytes nothing is wider than what every
    // target has.
    let short = Path::Portable;
    match bytes {
        1 if W == 1 && dense => words::<1>(path),
        2 if W <= 2 && dense => words::<2>(path),
        3 if W == 1 && dense => Copying {
            plain: triples::<false>,
            filling: triples::<true>,
            ..copying::<Word<3>>(short)
        },
        4 if W <= 4 && dense => words::<4>(path),
        8 if W <= 8 && dense => words::<8>(path),
        16 if dense => copying::<Word<16>>(short),
        1 if W == 1 => copying::<HeadAndTail<1>>(short),
        2..=3 if W <= 2 => copying::<HeadAndTail<2>>(short),
        4..=7 if W <= 4 => copying::<HeadAndTail<4>>(short),
        8..=15 if W <= 8 => copying::<HeadAndTail<8>>(short),
        16..=32 => copying::<HeadAndTail<16>>(short),
        // Without wide vectors, and for longer rows with them too, a call is as quick.
        _ if path == Path::Portable || bytes > SHORT => copying::<Slices>(Path::Portable),
        33..=64 => vectors::<1>(),
        65..=96 => vectors::<2>(),
        97..=128 => vectors::<3>(),
        129..=160 => vectors::<4>(),
        161..=192 => vectors::<5>(),
        193..=224 => vectors::<6>(),
        _ => vectors::<7>(),
    }
}

/// The copy stages of words; those with rows to fill are loops without vectors.
fn words<const N: usize>(path: Path) -> Copying {
    let one_by_one = copying::<Word<N>>(Path::Portable);
    match path {
        #[cfg(target_arch = "x86_64")]
        Path::Vector => Copying {
            plain: eights::<N>,
            ..one_by_one
        },
        _ => one_by_one,
    }
}

/// Words of 1, 2, 4 or 8 bytes, eight at a time.
///
/// # Safety
///
/// That of [`CopyRows`].
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
unsafe fn eights<const N: usize>(source: &Source<'_>, positions: &[u32], out: &mut [Byte]) -> bool {
    let (words, _) = source.data.as_chunks::<N>();
    let (groups, rest) = positions.as_chunks::<EIGHT>();
    let (out, _) = out.as_chunks_mut::<N>();
    let (room, tail) = out.as_chunks_mut::<EIGHT>();
    if source.bytes != N || source.quantum != N {
        return false;
    }
    for (group, to) in groups.iter().zip(room) {
        debug_assert!(
            (largest_of(group) as usize) < words.len(),
            "a word at each place: sanitizers do not see what instructions read that were written down"
        );
        // SAFETY: the source admits these positions, so that there is a word at each.
        if !unsafe { move_eight::<N, false>(words.as_ptr(), bytemuck::bytes_of(group), to) } {
            return false;
        }
    }
    // The compiler does not see what the instructions leave; code without AVX2 would be slower for it.
    _mm256_zeroupper();
    // SAFETY: the rest of the positions are admitted like all of them, and `tail` is room for them.
    unsafe { portable::<Word<N>, false>(source, rest, tail.as_flattened_mut()) }
}

/// Rows of more than `FULL` vectors and at most one more, some of them maybe to be filled.
///
/// # Safety
///
/// That of [`CopyRows`].
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
unsafe fn by_vectors<const FULL: usize>(
    source: &Source<'_>,
    positions: &[u32],
    out: &mut [Byte],
) -> bool {
    debug_assert!(
        source.admits(positions, positions.contains(&FILL), out.len()),
        "a row at each position: sanitizers do not see what instructions read that were written down"
    );
    // SAFETY: the caller's promise; `out` is room for just these rows.
    unsafe { move_rows_at::<FULL>(source, positions, out.as_mut_ptr()) }
}

/// The copy stages of rows of several vectors, with or without rows to fill.
fn vectors<const FULL: usize>() -> Copying {
    #[cfg(target_arch = "x86_64")]
    return match FULL {
        // Both are read before either is written, which is quicker there.
        1 => Copying {
            name: VectorByVector::NAME,
            ..copying::<HeadAndTail<VECTOR>>(Path::Vector)
        },
        _ => Copying {
            plain: by_vectors::<FULL>,
            filling: by_vectors::<FULL>,
            name: VectorByVector::NAME,
        },
    };
    #[cfg(not(target_arch = "x86_64"))]
    copying::<Slices>(Path::Portable)
}

/// The copy stages of a class.
pub(crate) fn copying<R: Rows>(path: Path) -> Copying {
    let (plain, filling): (CopyRows, CopyRows) = match path {
        #[cfg(target_arch = "x86_64")]
        Path::Vector => (avx2::<R, false>, avx2::<R, true>),
        _ => (portable::<R, false>, portable::<R, true>),
    };
    Copying {
        plain,
        filling,
        name: R::NAME,
    }
}

/// The loop, compiled for AVX2.
///
/// # Safety
///
/// That of [`CopyRows`].
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
unsafe fn avx2<R: Rows, const FILLS: bool>(
    source: &Source<'_>,
    positions: &[u32],
    out: &mut [Byte],
) -> bool {
    // SAFETY: the caller's promise.
    unsafe { copy_rows::<R, FILLS>(source, positions, out) }
}

/// The loop, compiled for the target.
///
/// # Safety
///
/// That of [`CopyRows`].
unsafe fn portable<R: Rows, const FILLS: bool>(
    source: &Source<'_>,
    positions: &[u32],
    out: &mut [Byte],
) -> bool {
    // SAFETY: the caller's promise.
    unsafe { copy_rows::<R, FILLS>(source, positions, out) }
}

/// Words that are written out one after another.
const GROUP: usize = 8;

/// The loop.
///
/// # Safety
///
/// The source must admit these positions, [`FILL`] among them only if `FILLS`, and the length of `out`.
// Inlined always, so that the loop is compiled for the instructions of the function around it.
#[inline(always)]
unsafe fn copy_rows<R: Rows, const FILLS: bool>(
    source: &Source<'_>,
    positions: &[u32],
    out: &mut [Byte],
) -> bool {
    let (bytes, quantum) = match R::BYTES {
        Some(bytes) => (bytes, bytes),
        None => (source.bytes, source.quantum),
    };
    if bytes != source.bytes || quantum != source.quantum || bytes < R::LEAST {
        return false;
    }
    if FILLS && source.fill.len() != bytes {
        return R::BESIDE_FILLED.is_some_and(|copy| fill_by_elements(source, positions, out, copy));
    }
    let (data, fill) = (source.data, source.fill);
    let row = |position: u32, to: &mut [Byte]| {
        // A choice between two addresses without a branch, which would be mispredicted, and not by way of memory, where a
        // load would wait for the stores of rows before it.
        let fills = FILLS && position == FILL;
        let data = select_unpredictable(fills, fill, data);
        let start = (position as usize)
            .wrapping_mul(quantum)
            .wrapping_mul(usize::from(!fills));
        // SAFETY: `start + bytes` is at most `data.len()`. For the fill row, `start` is 0 and its length is
        // `bytes`, as compared above. For a row of data, the source admits `position`: it is at most
        // `(source.data.len() - bytes) / quantum`, so that `position * quantum + bytes` is at most
        // `source.data.len()`, and neither product nor sum overflows.
        let from = unsafe { data.get_unchecked(start..start + bytes) };
        R::copy(from, to);
    };
    let mut left = out;
    let mut one_by_one = positions;
    // Words are written out one after another; for longer rows that gains nothing.
    if !R::LONG {
        let (groups, rest) = positions.as_chunks::<GROUP>();
        one_by_one = rest;
        for group in groups {
            let Some((to, later)) = left.split_at_mut_checked(GROUP.wrapping_mul(bytes)) else {
                return false;
            };
            let mut n = 0;
            while n < GROUP {
                if let Some(to) = to.get_mut(n * bytes..(n + 1) * bytes) {
                    row(group[n], to);
                }
                n += 1;
            }
            left = later;
        }
    }
    for (position, to) in one_by_one.iter().zip(left.chunks_exact_mut(bytes.max(1))) {
        row(*position, to);
    }
    true
}

/// Long rows, some of them to be filled; a branch is cheap here, and so is a call that finds out how long they are.
#[inline(never)]
fn fill_by_elements(
    source: &Source<'_>,
    positions: &[u32],
    out: &mut [Byte],
    copy: CopyRow,
) -> bool {
    let mut rows = positions
        .iter()
        .zip(out.chunks_exact_mut(source.bytes.max(1)));
    rows.all(|(position, to)| match *position {
        FILL => fill_row(source.fill, to, Slices::copy),
        position => {
            let start = (position as usize).saturating_mul(source.quantum);
            let from = source.data.get(start..start.saturating_add(source.bytes));
            from.map(|from| copy(from, to)).is_some()
        }
    })
}

/// Fills some room with repetitions of an element. What is there is doubled, so that copies are few.
#[cold]
#[inline(never)]
pub(super) fn repeat(element: &[Byte], room: &mut [Byte]) {
    let mut done = 0;
    while let Some((there, left)) = room.split_at_mut_checked(done) {
        let from = if done == 0 { element } else { there };
        let some = from.len().min(left.len());
        match (from.get(..some), left.get_mut(..some)) {
            (Some(from), Some(to)) if some > 0 => Slices::copy(from, to),
            _ => return,
        }
        done += some;
    }
}

/// Fills a row with repetitions of these elements, of which it has a whole number.
#[cold]
#[inline(never)]
pub(super) fn fill_row(
    elements: &[Byte],
    to: &mut [Byte],
    copy: impl Fn(&[Byte], &mut [Byte]),
) -> bool {
    if elements.is_empty() {
        return false;
    }
    let mut whole = true;
    for part in to.chunks_mut(elements.len()) {
        match elements.get(..part.len()) {
            Some(elements) => copy(elements, part),
            None => whole = false,
        }
    }
    whole
}

/// Rows of three bytes, each moved as four: the fourth is overwritten by the next row. The last row of a group is moved as
/// three; the last row of data, which has no fourth byte, and rows to fill come from copies that have one.
///
/// # Safety
///
/// That of [`CopyRows`].
unsafe fn triples<const FILLS: bool>(
    source: &Source<'_>,
    positions: &[u32],
    out: &mut [Byte],
) -> bool {
    const BYTES: usize = 3 * GROUP;
    let (words, _) = source.data.as_chunks::<3>();
    let [.., _, last] = words else {
        // SAFETY: the caller's promise.
        return unsafe { portable::<Word<3>, FILLS>(source, positions, out) };
    };
    if source.bytes != 3 || source.quantum != 3 || (FILLS && source.fill.len() != 3) {
        return false;
    }
    let of_last = words.len() - 1;
    let (last, fill) = (
        with_fourth(Some(last)),
        with_fourth(source.fill.first_chunk::<3>()),
    );
    let (groups, rest) = positions.as_chunks::<GROUP>();
    let (room, tail) = out.as_chunks_mut::<BYTES>();
    for (group, room) in groups.iter().zip(room) {
        for (n, position) in group.iter().enumerate() {
            let at = *position as usize;
            let inside = at.min(of_last - 1) * 3;
            // SAFETY: there are at least two words, and this is where one before the last begins, so that four bytes are
            // there: its own and the first of the next.
            let four = unsafe { source.data.get_unchecked(inside..inside + 4) };
            let four = select_unpredictable(at >= of_last, &last[..], four);
            let four = select_unpredictable(FILLS && *position == FILL, &fill[..], four);
            match room.get_mut(n * 3..n * 3 + 4) {
                Some(to) => to.copy_from_slice(four),
                None => room[n * 3..].copy_from_slice(&four[..3]),
            }
        }
    }
    // SAFETY: the rest of the positions are admitted like all of them, and `tail` is room for them.
    unsafe { portable::<Word<3>, FILLS>(source, rest, tail) }
}

/// The first three bytes of a word, and any fourth.
pub(super) fn with_fourth<const N: usize>(word: Option<&[Byte; N]>) -> [Byte; 4] {
    let mut four = [Byte::uninit(); 4];
    for (to, byte) in four.iter_mut().zip(word.into_iter().flatten()) {
        *to = *byte;
    }
    four
}
