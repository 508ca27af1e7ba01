//! Rows of one machine word, up to 8 bytes: index stage and copy stage in one loop, with positions that never leave the
//! registers. The loops for longer rows, of which this finds the right one too, are in `fused_rows.rs`.
//!
//! A group of tuples is looked at as a whole, and if all indices are plainly in range, its words are moved by them. Where
//! there is AVX2, other groups go through lanes, which know every policy (`fused_lanes.rs`);
//! elsewhere, and in lanes where that is an error, rows are taken one by one, and the first that is out of range ends the
//! loop: it is left to the exact index stage.
//!
//! Nobody upstream is trusted here either. Before the loop, the furthest position that places on the axes
//! can lead to is computed without wrapping and compared with the last word that data has. In the loop every
//! place is compared with the last one on its axis. Together the two are the proof of the unchecked reads.

use super::{
    cpu::Path,
    source::Source,
    tuples::{Axis, MOST_DEPTH, Outside},
};
use crate::kernel::bytes::Byte;

#[cfg(target_arch = "x86_64")]
use super::{
    cpu,
    fused_lanes::vector,
    fused_rows,
    tuples::{CLAMPS, FILLS, REPORT},
};

/// Tuples of more indices are resolved by blocks.
pub(crate) const MOST_FUSED: usize = 2;

/// Runs of fewer rows are not worth a loop of their own.
pub(crate) const SHORT_LINE: usize = 32;

/// Rows that are looked at together.
pub(crate) const GROUP: usize = 16;

/// Rows whose tuples lie one after another, and whose parts of data begin in equal steps; or several such
/// lines, in equal steps too.
#[cfg_attr(
    not(target_arch = "x86_64"),
    expect(dead_code, reason = "some fields are for the lanes of AVX2 alone")
)]
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line<'a> {
    pub(crate) axes: &'a [Axis; MOST_DEPTH],
    /// Whether indices can be negative, and what is done with those that are out of range.
    pub(crate) signed: bool,
    pub(crate) outside: Outside,
    pub(crate) source: &'a Source<'a>,
    /// Where the first row's part of data begins, and how much further on the next one's.
    pub(crate) base: usize,
    pub(crate) step: usize,
    /// Rows of a line, and how many lines of the same kind there are.
    pub(crate) rows: usize,
    pub(crate) lines: usize,
    /// From one line to the next, in indices, in rows of the output and in positions of data.
    pub(crate) tuple_pitch: usize,
    pub(crate) out_pitch: usize,
    pub(crate) base_pitch: usize,
    /// The indices as bytes.
    pub(crate) tuples: &'a [u8],
    /// Data that is needed after these lines, and how many cache lines of it are asked for with each group
    /// of rows.
    pub(crate) later: *const Byte,
    pub(crate) asked: usize,
    /// From one line to the next, in bytes of that data.
    pub(crate) later_pitch: usize,
    /// How many rows ahead rows themselves are asked for; 0 if they are not.
    pub(crate) rows_ahead: usize,
    /// Whether rows are written around the cache.
    pub(crate) around: bool,
}

impl<'a> Line<'a> {
    /// The tuples of line number `n` and where its rows go, if they are there: as many of both as a line has.
    #[inline(always)]
    pub(super) fn part<'o, const N: usize>(
        &self,
        n: usize,
        tuple: usize,
        index: usize,
        out: &'o mut [[Byte; N]],
    ) -> Option<(&'a [u8], &'o mut [[Byte; N]])> {
        let first = n.wrapping_mul(self.tuple_pitch).wrapping_mul(index);
        let tuples = self.tuples.get(first..)?;
        let out = out.get_mut(n.wrapping_mul(self.out_pitch)..)?;
        let bytes = self.rows.checked_mul(tuple)?;
        Some((tuples.get(..bytes)?, out.get_mut(..self.rows)?))
    }
}

#[cfg(target_arch = "x86_64")]
impl Line<'_> {
    /// What line number `n` asks for from a group on.
    #[inline(always)]
    pub(super) const fn asks(&self, n: usize, group: usize) -> Asks {
        let lines = group.wrapping_mul(self.asked).wrapping_mul(cpu::LINE);
        let later = n.wrapping_mul(self.later_pitch).wrapping_add(lines);
        Asks {
            later: self.later.wrapping_add(later),
            lines: self.asked,
        }
    }
}

/// What is asked for with each group of rows: so many cache lines, from here on.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, Debug)]
pub(super) struct Asks {
    later: *const Byte,
    lines: usize,
}

#[cfg(target_arch = "x86_64")]
impl Asks {
    /// Asks for what is due with one group.
    #[inline(always)]
    pub(super) fn ask(&mut self) {
        cpu::prefetch_later(self.later, self.lines);
        self.later = self.later.wrapping_add(self.lines * cpu::LINE);
    }
}

/// Moves rows, line by line, until one is out of range and it does not know what to do about that, and tells how many were
/// moved.
///
/// Unsafe to call, because it may be compiled for AVX2.
pub(crate) type Fuse = unsafe fn(line: &Line<'_>, out: &mut [Byte]) -> usize;

/// The form of the loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Form {
    /// Indices in a tuple.
    pub(crate) depth: usize,
    /// Whether every row has a part of data of its own.
    pub(crate) stepped: bool,
    /// Whether rows are asked for in advance.
    pub(crate) ahead: bool,
    /// Whether rows are written around the cache.
    pub(crate) around: bool,
    pub(crate) outside: Outside,
}

/// Finds the loop for words of so many bytes, if there is one.
pub(crate) type Find = fn(path: Path, form: Form, bytes: usize) -> Option<Fuse>;

/// Finds the loop where elements are a multiple of `W` bytes, and indices of so many; `None` if there is no
/// such loop.
pub(crate) const fn find<const W: usize>(index: usize) -> Option<Find> {
    // Functions without parameters, so that the loops are compiled with this crate, once, and only those of
    // the caller's widths get into his program.
    match (W, index) {
        (1, 4) => Some(find_1_by_4),
        (1, 8) => Some(find_1_by_8),
        (2, 4) => Some(find_2_by_4),
        (2, 8) => Some(find_2_by_8),
        (4, 4) => Some(find_4_by_4),
        (4, 8) => Some(find_4_by_8),
        (8, 4) => Some(find_8_by_4),
        (8, 8) => Some(find_8_by_8),
        (16, 4) => Some(find_16_by_4),
        (16, 8) => Some(find_16_by_8),
        _ => None,
    }
}

macro_rules! finds {
    ($($name:ident: $wide:literal, $($word:literal)*;)*) => { $(
        fn $name(path: Path, form: Form, bytes: usize) -> Option<Fuse> {
            match bytes {
                $($word => of_width::<$word, $wide>(path, form),)*
                _ => longer::<$wide>(path, form, bytes),
            }
        }
    )* };
}
// Rows of one element, of three bytes, and of several vectors; others are copied by blocks, which is nearly as
// quick, and would triple what a program has of these loops.
finds! {
    find_1_by_4: false, 1 3;
    find_1_by_8: true, 1 3;
    find_2_by_4: false, 2;
    find_2_by_8: true, 2;
    find_4_by_4: false, 4;
    find_4_by_8: true, 4;
    find_8_by_4: false, 8;
    find_8_by_8: true, 8;
    find_16_by_4: false,;
    find_16_by_8: true,;
}

/// The loop for rows of several vectors.
#[cfg_attr(
    not(target_arch = "x86_64"),
    expect(
        clippy::missing_const_for_fn,
        unused_variables,
        reason = "there is none here"
    )
)]
fn longer<const WIDE: bool>(path: Path, form: Form, bytes: usize) -> Option<Fuse> {
    #[cfg(target_arch = "x86_64")]
    return if WIDE {
        fused_rows::find::<8>(path, form, bytes)
    } else {
        fused_rows::find::<4>(path, form, bytes)
    };
    #[cfg(not(target_arch = "x86_64"))]
    None
}

fn of_width<const N: usize, const WIDE: bool>(path: Path, form: Form) -> Option<Fuse> {
    match (form.depth, form.stepped) {
        // By blocks, while which others are asked for.
        _ if form.ahead || form.around => None,
        (1, false) => Some(of_form::<N, 1, WIDE, false>(path, form.outside)),
        (1, true) => Some(of_form::<N, 1, WIDE, true>(path, form.outside)),
        (2, false) => Some(of_form::<N, 2, WIDE, false>(path, form.outside)),
        _ => None,
    }
}

fn of_form<const N: usize, const K: usize, const WIDE: bool, const STEPPED: bool>(
    path: Path,
    outside: Outside,
) -> Fuse {
    match (path, outside) {
        #[cfg(target_arch = "x86_64")]
        (Path::Vector, Outside::Fill) => vector::<N, K, WIDE, STEPPED, FILLS>,
        #[cfg(target_arch = "x86_64")]
        (Path::Vector, Outside::Clamp) => vector::<N, K, WIDE, STEPPED, CLAMPS>,
        #[cfg(target_arch = "x86_64")]
        (Path::Vector, Outside::Report) => vector::<N, K, WIDE, STEPPED, REPORT>,
        _ => portable::<N, K, WIDE, STEPPED>,
    }
}

/// The words of data, of which every position of the line is one.
///
/// Invariant 1: `base`, which is that of one of the lines, and, on each of the first `K` axes, a place of at most
/// its last times its stride, and one step for each row of the line before, add up to a word that is there,
/// without wrapping in 32 bits.
///
/// Invariant 2: if words have three bytes, there are at least two.
#[cfg_attr(
    not(target_arch = "x86_64"),
    expect(dead_code, reason = "some fields are for the lanes of AVX2 alone")
)]
#[derive(Clone, Copy)]
pub(super) struct Words<'a, const N: usize, const K: usize> {
    pub(super) words: &'a [[Byte; N]],
    pub(super) line: &'a Line<'a>,
    pub(super) base: u32,
    pub(super) step: u32,
}

impl<'a, const N: usize, const K: usize> Words<'a, N, K> {
    /// `None` if positions may be outside, or are not what a plain loop makes of them:
    /// one that takes the last stride for 1 and the step for 0.
    // Out of line, so that the loops in their many forms share it.
    #[inline(never)]
    pub(super) fn new(line: &'a Line<'a>, plain: bool) -> Option<Self> {
        let last_stride = line.axes.get(K.checked_sub(1)?)?.stride;
        if plain && (last_stride != 1 || line.step != 0) {
            return None;
        }
        let (words, _) = line.source.data.as_chunks::<N>();
        let steps = line.step.checked_mul(line.rows.saturating_sub(1))?;
        let lines = line.base_pitch.checked_mul(line.lines.saturating_sub(1))?;
        let mut furthest = line.base.checked_add(steps)?.checked_add(lines)?;
        for axis in line.axes.get(..K)? {
            let reach = (axis.last as usize).checked_mul(axis.stride as usize)?;
            furthest = furthest.checked_add(reach)?;
        }
        // A triple is moved as four bytes, the fourth of which is the next one's.
        let enough = N != 3 || words.len() > 1;
        let dense = line.source.quantum == N && line.source.bytes == N && enough;
        let inside = furthest < words.len() && u32::try_from(furthest).is_ok();
        (dense && inside).then_some(Self {
            words,
            line,
            base: u32::try_from(line.base).ok()?,
            step: u32::try_from(line.step).ok()?,
        })
    }

    /// The same for line number `n`; `None` if there is no such line.
    #[inline(always)]
    pub(super) fn on_line(&self, n: usize) -> Option<Self> {
        if n >= self.line.lines {
            return None;
        }
        // Not further than the last line's, for which invariant 1 was checked.
        let base = self.line.base + n * self.line.base_pitch;
        Some(Self {
            base: u32::try_from(base).ok()?,
            ..*self
        })
    }

    /// Copies of the axes, so that the compiler knows that no row is written over them.
    #[inline(always)]
    fn own_axes(&self) -> [Axis; K] {
        let mut axes = [Axis::default(); K];
        for (axis, of_line) in axes.iter_mut().zip(self.line.axes) {
            *axis = *of_line;
        }
        axes
    }

    /// The tuples of so many bytes from row `first` on, none beyond the last row of the line.
    #[inline(always)]
    pub(super) fn tuples_from<'t>(&self, tuples: &'t [u8], first: usize, size: usize) -> &'t [u8] {
        let of_line = tuples
            .get(..self.line.rows.wrapping_mul(size))
            .unwrap_or(tuples);
        of_line.get(first.wrapping_mul(size)..).unwrap_or_default()
    }

    /// One word.
    ///
    /// # Safety
    ///
    /// `position` must be that of a row of the line, by places that are on their axes.
    #[inline(always)]
    pub(super) unsafe fn at(&self, position: usize) -> &'a [Byte; N] {
        // SAFETY: by invariant 1 and the caller's promise the position is one of a word.
        unsafe { self.words.get_unchecked(position) }
    }

    /// Row by row: moves `to.len()` rows from row `first` of these tuples on, which are a [part](Line::part), and tells how
    /// many until one was out of range.
    // Out of line, so that the loops in their many forms share it.
    #[inline(never)]
    pub(super) fn row_by_row<const WIDE: bool>(
        &self,
        tuples: &[u8],
        first: usize,
        to: &mut [[Byte; N]],
    ) -> usize {
        let (step, axes) = (self.step as usize, self.own_axes());
        let size = const { K * if WIDE { 8 } else { 4 } };
        let tuples = self.tuples_from(tuples, first, size);
        let mut start = self.base as usize + first * step;
        let mut done = 0;
        for (to, tuple) in to.iter_mut().zip(tuples.chunks_exact(size)) {
            let mut position = start;
            for (k, axis) in axes.iter().enumerate() {
                let place = index::<WIDE>(tuple, k)
                    .map_or(u64::MAX, |index| place(axis.wrap.into(), index));
                if place > u64::from(axis.last) {
                    return done;
                }
                position = position.wrapping_add(low(place).wrapping_mul(axis.stride as usize));
            }
            // SAFETY: no place is above the last of its axis, as just compared, and the row is one of the line: there are
            // no more tuples. `position` adds up what invariant 1 speaks of.
            *to = *unsafe { self.at(position) };
            start = start.wrapping_add(step);
            done += 1;
        }
        done
    }
}

/// An index by its number, sign-extended.
#[inline(always)]
pub(super) fn index<const WIDE: bool>(tuples: &[u8], n: usize) -> Option<i64> {
    if WIDE {
        let (indices, _) = tuples.as_chunks::<8>();
        indices.get(n).map(|bytes| i64::from_ne_bytes(*bytes))
    } else {
        let (indices, _) = tuples.as_chunks::<4>();
        let index = indices.get(n).map(|bytes| i32::from_ne_bytes(*bytes));
        index.map(i64::from)
    }
}

/// Where an index leads on its axis, with what it gains below zero: to a number above the last if it is out of range. An
/// unsigned index whose top bit is set is read as if it had a sign. If it gains nothing it stays larger than any axis of a
/// tensor; the offset of a prepared gather may be as large, and is then left to the exact index stage.
#[inline(always)]
pub(super) fn place(gain: u64, index: i64) -> u64 {
    let gained = (index >> 63).cast_unsigned() & gain;
    index.cast_unsigned().wrapping_add(gained)
}

#[inline(always)]
#[expect(clippy::cast_possible_truncation, reason = "places on an axis fit")]
pub(super) const fn low(place: u64) -> usize {
    place as usize
}

/// Rows that the portable loop looks at together, and rows that it takes one by one after some that are not plainly in
/// range: they are rarely alone.
const FEW: usize = 8;
const SOME: usize = 256;

fn portable<const N: usize, const K: usize, const WIDE: bool, const STEPPED: bool>(
    line: &Line<'_>,
    out: &mut [Byte],
) -> usize {
    let (out, _) = out.as_chunks_mut::<N>();
    // Borrowed, because to move it would mean to wait until it is there.
    let words = &Words::<N, K>::new(line, !STEPPED);
    let Some(words) = words else {
        return 0;
    };
    let index = const { if WIDE { 8 } else { 4 } };
    let mut moved = 0;
    for n in 0..line.lines {
        let part = line.part(n, K * index, index, out);
        let (Some((tuples, rows)), Some(words)) = (part, words.on_line(n)) else {
            return moved;
        };
        let done = words.portable_line::<WIDE, STEPPED>(tuples, rows);
        moved += done;
        if done < line.rows {
            return moved;
        }
    }
    moved
}

impl<const N: usize, const K: usize> Words<'_, N, K> {
    /// Moves rows until one is out of range, and tells how many. Groups whose indices are all plainly in range are moved as
    /// they lie, and after one that is not, some rows one by one.
    #[inline(always)]
    fn portable_line<const WIDE: bool, const STEPPED: bool>(
        &self,
        tuples: &[u8],
        rows: &mut [[Byte; N]],
    ) -> usize {
        let mut done = 0;
        while let Some(left) = rows.get_mut(done..)
            && !left.is_empty()
        {
            done += self.portable_groups::<WIDE, STEPPED>(tuples, done, left);
            let left = rows.get_mut(done..).unwrap_or_default();
            let some = left.len().min(SOME);
            let some = left.get_mut(..some).unwrap_or_default();
            let few = self.row_by_row::<WIDE>(tuples, done, some);
            done += few;
            if few < some.len() {
                break;
            }
        }
        done
    }

    /// Moves groups of rows from number `first` of these tuples on, until an index of one is not plainly in range, and tells
    /// how many rows.
    #[inline(always)]
    fn portable_groups<const WIDE: bool, const STEPPED: bool>(
        &self,
        tuples: &[u8],
        first: usize,
        rows: &mut [[Byte; N]],
    ) -> usize {
        let (step, axes) = (self.step as usize, self.own_axes());
        let size = const { K * if WIDE { 8 } else { 4 } };
        let tuples = self.tuples_from(tuples, first, size);
        let mut start = self.base as usize;
        if STEPPED {
            start = start.wrapping_add(first.wrapping_mul(step));
        }
        let (groups, _) = rows.as_chunks_mut::<FEW>();
        let mut done = 0;
        for (to, group) in groups.iter_mut().zip(tuples.chunks_exact(FEW * size)) {
            // Negative if an index is, or is above the last place of its axis.
            let mut wrong = 0;
            let mut n = 0;
            while n < FEW * K {
                let index = index::<WIDE>(group, n).unwrap_or(-1);
                wrong |= index | i64::from(axes[n % K].last).wrapping_sub(index);
                n += 1;
            }
            if wrong < 0 {
                break;
            }
            let mut n = 0;
            while n < FEW {
                let mut position = start;
                let mut k = 0;
                while k < K {
                    let index = index::<WIDE>(group, n * K + k).unwrap_or(0);
                    let place = low(index.cast_unsigned());
                    position = position.wrapping_add(if STEPPED || k + 1 < K {
                        place.wrapping_mul(axes[k].stride as usize)
                    } else {
                        place
                    });
                    k += 1;
                }
                // SAFETY: no index of the group is negative or above the last place of its axis, as just compared, and
                // the row is one of the line: there are no more tuples. `position` adds up what invariant 1 speaks of.
                to[n] = *unsafe { self.at(position) };
                if STEPPED {
                    start = start.wrapping_add(step);
                }
                n += 1;
            }
            done += FEW;
        }
        done
    }
}
