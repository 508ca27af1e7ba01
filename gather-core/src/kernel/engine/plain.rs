//! Groups of rows of one word whose indices are all plainly in range: not negative, and not beyond the last place.
//!
//! They are most of the groups of most calls. To see that a group is plain takes the maximum of its vectors and one
//! comparison: the halves of wide indices stay where they are, because a low half of at most the last place and a
//! high half of at most 0 is just what is asked. Then the words are moved by the indices as they lie. What is not plain
//! goes by the lanes of [`fused_lanes`](super::fused_lanes), which know about negatives and policies; these loops do not,
//! so that all policies share them.

use core::arch::x86_64::{
    __m256i, _mm256_max_epu32, _mm256_setzero_si256, _mm256_testz_si256, _mm256_xor_si256,
};

use super::{
    assemble::{EIGHT, move_eight, number},
    avx2::{LANES, VECTOR, bound, vectors},
    cpu,
    fused::{Asks, GROUP, Words, low},
    moves::{Pitch, move_by_pairs, move_in_columns, move_in_steps, move_neighbours_in_steps},
    stripes::SCRATCH,
    triples::move_triples,
};
use crate::kernel::bytes::Byte;

/// How far ahead of the tuples in use others are asked for, in bytes: the processor's own guesses are too
/// slow for long tuples.
const TUPLES_AHEAD: usize = 1024;

/// How many lines ahead tuples are asked for, where one line's do not follow the other's.
const LINES_AHEAD: usize = 4;

/// The largest values that the lanes of a plain group have.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds([u32; LANES]);

/// How far the rows of some lines are moved: all those of the lines before, and so many groups of this one.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Progress {
    pub(super) line: usize,
    pub(super) groups: usize,
}

/// Whether some lane of these vectors is above its bound.
#[target_feature(enable = "avx2")]
#[inline]
fn exceed(vectors: &[[u8; VECTOR]], bounds: __m256i) -> bool {
    let mut largest = _mm256_setzero_si256();
    for vector in vectors {
        largest = _mm256_max_epu32(largest, bytemuck::cast(*vector));
    }
    let above = _mm256_xor_si256(_mm256_max_epu32(largest, bounds), bounds);
    _mm256_testz_si256(above, above) == 0
}

impl<const N: usize, const K: usize> Words<'_, N, K> {
    /// The bounds of plain groups; `None` if there are no such groups: for words of three bytes but in rows that begin
    /// together, and where offsets of a prepared gather may be so large that as signed numbers they would be negative.
    /// Also where later data is asked for, because data is far, and rows begin in steps: there lanes are quicker.
    pub(super) fn bounds<const WIDE: bool, const STEPPED: bool>(&self) -> Option<Bounds> {
        if STEPPED && self.line.asked > 0 && size_of_val(self.words) > SCRATCH {
            return None;
        }
        let mut lasts = [0; K];
        for (last, axis) in lasts.iter_mut().zip(self.line.axes) {
            i32::try_from(axis.last).ok()?;
            *last = axis.last;
        }
        if N == 3 {
            if K != 1 || STEPPED {
                return None;
            }
            // The last word has not a fourth byte, on whatever line it is.
            let last_line = self.on_line(self.line.lines.checked_sub(1)?)?;
            let before_last = u32::try_from(self.words.len()).ok()?.checked_sub(2)?;
            lasts[0] = lasts[0].min(before_last.checked_sub(last_line.base)?);
        }
        // The same for every vector.
        const { assert!(K == 1 || K == 2, "whole tuples in each vector") };
        let mut bounds = [0; LANES];
        for (lane, to) in bounds.iter_mut().enumerate() {
            *to = bound::<K, WIDE>(&lasts, lane);
        }
        Some(Bounds(bounds))
    }

    /// Moves the rows of the lines until a group is not plain, or one of the last rows of a line, which are no group, is
    /// out of range.
    // Out of line, so that all policies share it.
    #[target_feature(enable = "avx2")]
    #[inline(never)]
    pub(super) fn move_plain<const WIDE: bool, const STEPPED: bool>(
        &self,
        bounds: &Bounds,
        progress: &mut Progress,
        out: &mut [[Byte; N]],
    ) {
        let line = self.line;
        let index = const { if WIDE { 8 } else { 4 } };
        while let Some(words) = self.on_line(progress.line) {
            let n = progress.line;
            let Some((tuples, rows)) = line.part(n, K * index, index, out) else {
                return;
            };
            if line.asked > 0 && line.tuple_pitch > line.rows * K {
                ask_for_tuples(line.tuple_pitch.wrapping_mul(index), tuples);
            }
            let (in_vectors, _) = tuples.as_chunks::<VECTOR>();
            let (groups, rest) = rows.as_chunks_mut::<GROUP>();
            let vectors = progress.groups * const { 2 * vectors(K, WIDE) };
            let left_tuples = in_vectors.get(vectors..).unwrap_or_default();
            let left = groups.get_mut(progress.groups..).unwrap_or_default();
            let few = left.len();
            let first = progress.groups * GROUP;
            let asks = line.asks(n, progress.groups);
            let stride = line.axes[0].stride;
            let moved = match (self.step, stride) {
                _ if !STEPPED => {
                    words.move_groups::<WIDE, TOGETHER>(bounds, first, asks, left_tuples, left)
                }
                (_, 1) => {
                    words.move_groups::<WIDE, NEIGHBOURS>(bounds, first, asks, left_tuples, left)
                }
                (1, _) => {
                    words.move_groups::<WIDE, COLUMNS>(bounds, first, asks, left_tuples, left)
                }
                _ => words.move_groups::<WIDE, STEPS>(bounds, first, asks, left_tuples, left),
            };
            progress.groups += moved;
            if moved < few {
                return;
            }
            if words.row_by_row::<WIDE>(tuples, progress.groups * GROUP, rest) < rest.len() {
                return;
            }
            *progress = Progress {
                line: n + 1,
                groups: 0,
            };
        }
    }

    /// Moves groups of rows of the line, the first of which begins with row number `first`, until one is not plain, and
    /// tells how many.
    // Out of line and with few numbers, so that all stay in registers: a load from the stack would have to wait for
    // the many stores before it.
    #[target_feature(enable = "avx2")]
    #[inline(never)]
    fn move_groups<const WIDE: bool, const KIND: u8>(
        &self,
        bounds: &Bounds,
        first: usize,
        mut asks: Asks,
        tuples: &[[u8; VECTOR]],
        out: &mut [[[Byte; N]; GROUP]],
    ) -> usize {
        let bounds = bytemuck::cast(bounds.0);
        let step = if KIND == TOGETHER {
            0
        } else {
            self.step as usize
        };
        let stride = self.line.axes[0].stride as usize;
        let pitch = Pitch {
            stride: if K == 2 { stride } else { stride * N },
            step: step * N,
        };
        let start = (self.base as usize).wrapping_add(first.wrapping_mul(step));
        let mut words = self.words.as_ptr().wrapping_add(start);
        // No more than the line has.
        let few = out.len().min(self.line.rows.saturating_sub(first) / GROUP);
        let out = out.get_mut(..few).unwrap_or_default();
        let groups = tuples.chunks_exact(const { 2 * vectors(K, WIDE) });
        for (n, (to, group)) in out.iter_mut().zip(groups).enumerate() {
            asks.ask();
            if N == 3 {
                ask_for_later_tuples(group);
            }
            if exceed(group, bounds) {
                return n;
            }
            debug_assert!(
                self.has_words_of::<WIDE>(first + n * GROUP, group, step),
                "a word for each index: sanitizers do not see what instructions read that were written down"
            );
            // SAFETY: no index is negative or above the last place of its axis, which is below 2^31, and the rows are rows
            // of the line, so that by invariant 1 there is a word for each; and if words have three bytes, none leads to
            // the last word. `words` is where the group's first row's part of data begins.
            if !unsafe { move_group::<N, K, WIDE, KIND>(words, group, pitch, to) } {
                return n;
            }
            if KIND != TOGETHER {
                words = words.wrapping_add(step.wrapping_mul(GROUP));
            }
        }
        out.len()
    }

    /// Whether there is a word for each index of a group, whose first row is number `first` of the line.
    fn has_words_of<const WIDE: bool>(
        &self,
        first: usize,
        group: &[[u8; VECTOR]],
        step: usize,
    ) -> bool {
        let indices = group.as_flattened();
        (0..GROUP).all(|n| {
            let mut at = self.base as usize + (first + n) * step;
            for k in 0..K {
                let place = low(number::<WIDE>(indices, n * K + k));
                at += place * self.line.axes[k].stride as usize;
            }
            at < self.words.len()
        })
    }
}

/// What is said about where rows begin, as a constant parameter: all at one place, each one word after the one before,
/// or in equal steps; and in such steps, but places on the axis are neighbours.
const TOGETHER: u8 = 0;
const COLUMNS: u8 = 1;
const STEPS: u8 = 2;
const NEIGHBOURS: u8 = 3;

/// Asks for the tuples of a later line, where those of the next are so many bytes further on and, like data, far.
// Out of line, so that the loops in their many forms share it.
#[inline(never)]
fn ask_for_tuples(pitch: usize, tuples: &[u8]) {
    let ahead = pitch.wrapping_mul(LINES_AHEAD);
    let later = tuples.as_ptr().cast::<Byte>().wrapping_add(ahead);
    cpu::prefetch_stretch(later, tuples.len());
}

/// Asks for tuples that come some groups after this one.
#[inline(always)]
pub(super) fn ask_for_later_tuples(group: &[[u8; VECTOR]]) {
    let later = group.as_ptr().cast::<Byte>().wrapping_add(TUPLES_AHEAD);
    cpu::prefetch_stretch(later, size_of_val(group));
}

/// Moves a group of rows by indices as they are. False, with some of it done, if words are not of a length that can be
/// moved.
///
/// # Safety
///
/// There must be words where the indices lead, counted from `words`; if they have three bytes, one more after each.
#[target_feature(enable = "avx2")]
#[inline]
unsafe fn move_group<const N: usize, const K: usize, const WIDE: bool, const KIND: u8>(
    words: *const [Byte; N],
    group: &[[u8; VECTOR]],
    pitch: Pitch,
    to: &mut [[Byte; N]; GROUP],
) -> bool {
    match (K, KIND) {
        // SAFETY: the caller's promise; the last stride of rows that begin together is 1.
        (2, TOGETHER) => unsafe { move_by_pairs::<N, WIDE>(words, group, pitch, to) },
        // SAFETY: the caller's promise.
        (1, TOGETHER) if N == 3 => unsafe { move_triples::<N, WIDE>(words, group, to) },
        (1, TOGETHER) => {
            let ([early, late], []) = to.as_chunks_mut::<EIGHT>() else {
                return false;
            };
            let (first, second) = group
                .as_flattened()
                .split_at(const { vectors(1, WIDE) * VECTOR });
            // SAFETY: the caller's promise; the stride of rows that begin together is 1.
            let moved = unsafe { move_eight::<N, WIDE>(words, first, early) };
            // SAFETY: the same.
            moved && unsafe { move_eight::<N, WIDE>(words, second, late) }
        }
        // SAFETY: the caller's promise.
        (1, COLUMNS) => unsafe { move_in_columns::<N, WIDE>(words, group, pitch, to) },
        // SAFETY: the caller's promise; the stride of neighbours is 1.
        (1, NEIGHBOURS) => unsafe { move_neighbours_in_steps::<N, WIDE>(words, group, pitch, to) },
        // SAFETY: the caller's promise.
        (1, STEPS) => unsafe { move_in_steps::<N, WIDE>(words, group, pitch, to) },
        _ => false,
    }
}
