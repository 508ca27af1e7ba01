//! Groups of words of which some are to be filled, or those of three bytes clamped, where no index counts from the end.
//!
//! In such a group an index either leads to its word as it lies, or is out of range, whatever its sign. So a comparison
//! with the size and a choice between two addresses is all that a word needs, which is less than half of what lanes take.
//! Groups with an index that counts from the end are left to [`fused_lanes`](super::fused_lanes).

use core::arch::x86_64::{
    __m256i, _mm256_add_epi32, _mm256_add_epi64, _mm256_and_si256, _mm256_cmpeq_epi32,
    _mm256_cmpeq_epi64, _mm256_max_epu32, _mm256_or_si256, _mm256_set1_epi64x,
    _mm256_setzero_si256,
};

use super::{
    avx2::{VECTOR, any, splat, vectors},
    fused::{Asks, GROUP, Words},
    moves::{Beside, OrFill, move_in_steps_or_fill, move_triples_or_others, move_words_or_fill},
    plain::ask_for_later_tuples,
    triples::Copies,
    tuples::{Axis, CLAMPS, FILLS},
};
use crate::kernel::bytes::Byte;

/// The indices that count from the end, as lanes: those to which the size is added.
#[derive(Clone, Copy)]
struct FromEnd {
    size: __m256i,
    last: __m256i,
    /// All ones if indices can count from the end.
    allowed: __m256i,
}

impl FromEnd {
    #[target_feature(enable = "avx2")]
    #[inline]
    fn new<const WIDE: bool>(axis: Axis) -> Self {
        let Axis { wrap, last, .. } = axis;
        let allowed = splat(if wrap == 0 { 0 } else { u32::MAX });
        if WIDE {
            Self {
                size: _mm256_set1_epi64x(wrap.into()),
                last: _mm256_set1_epi64x(last.into()),
                allowed,
            }
        } else {
            Self {
                size: splat(wrap),
                last: splat(last),
                allowed,
            }
        }
    }

    /// Whether some of these indices count from the end: with the size added, they are places on the axis.
    #[target_feature(enable = "avx2")]
    #[inline]
    fn has_some<const WIDE: bool>(&self, group: &[[u8; VECTOR]]) -> bool {
        let mut some = _mm256_setzero_si256();
        for vector in group {
            let indices = bytemuck::cast(*vector);
            let found = if WIDE {
                let moved = _mm256_add_epi64(indices, self.size);
                _mm256_cmpeq_epi64(_mm256_max_epu32(moved, self.last), self.last)
            } else {
                let moved = _mm256_add_epi32(indices, self.size);
                _mm256_cmpeq_epi32(_mm256_max_epu32(moved, self.last), self.last)
            };
            some = _mm256_or_si256(some, found);
        }
        any(_mm256_and_si256(some, self.allowed))
    }
}

/// Whether there is a loop that fills words, or clamps those of three bytes, without lanes.
pub(super) const fn has_loop(word: usize, depth: usize, stepped: bool, outside: u8) -> bool {
    match outside {
        FILLS => depth == 1 && (word != 3 || !stepped),
        CLAMPS => depth == 1 && word == 3 && !stepped,
        _ => false,
    }
}

impl<const N: usize, const K: usize> Words<'_, N, K> {
    /// Moves, fills or clamps groups of rows, the first of which begins with row number `first` of the line, until an index of one
    /// counts from the end, and tells how many. 0 if there is no such loop.
    // Out of line, so that what it needs stays in registers.
    #[target_feature(enable = "avx2")]
    #[inline(never)]
    pub(super) fn move_or_fill_groups<const WIDE: bool, const STEPPED: bool, const OUTSIDE: u8>(
        &self,
        fill: &[Byte; N],
        copies: &Copies,
        first: usize,
        mut asks: Asks,
        tuples: &[u8],
        groups: &mut [[[Byte; N]; GROUP]],
    ) -> usize {
        let (axis, index) = (self.line.axes[0], const { if WIDE { 8 } else { 4 } });
        // The loops take the size for a number of 32 bits, and places for neighbours: where they are multiplied, lanes are as
        // quick.
        let Some(size) = axis.last.checked_add(1) else {
            return 0;
        };
        if !has_loop(N, K, STEPPED, OUTSIDE) || axis.stride != 1 {
            return 0;
        }
        let step = if STEPPED { self.step as usize } else { 0 };
        let (in_vectors, _) = self.tuples_from(tuples, first, index).as_chunks::<VECTOR>();
        let in_groups = in_vectors.chunks_exact(const { 2 * vectors(1, WIDE) });
        let from_end = FromEnd::new::<WIDE>(axis);
        let start = (self.base as usize).wrapping_add(first.wrapping_mul(step));
        let mut words = self.words.as_ptr().wrapping_add(start);
        debug_assert!(
            self.line.lines == 0 || start < self.words.len() || groups.is_empty(),
            "a word for the first place: sanitizers do not see what instructions read that were written down"
        );
        let (mut beside, at_last) = (Beside::default(), self.at_last());
        let (place, others) = if N == 3 {
            (0, Some(self.others::<OUTSIDE>(copies, &at_last)))
        } else {
            (beside.put(fill, words), None)
        };
        let size = u64::from(size);
        let or = OrFill { size, fill, place };
        // No more than the line has.
        let few = self.line.rows.saturating_sub(first) / GROUP;
        let mut done = 0;
        for (to, group) in groups.iter_mut().take(few).zip(in_groups) {
            asks.ask();
            if N == 3 {
                ask_for_later_tuples(group);
            }
            if from_end.has_some::<WIDE>(group) {
                break;
            }
            let moved = if let Some(others) = &others {
                // SAFETY: by invariant 1 there is a word at each place on the axis, the stride of which is 1, and behind each
                // but the last there is that of the next place. The others are the first word of several, or copies that
                // have four bytes, live on, and were exposed.
                unsafe { move_triples_or_others::<N, WIDE>(words, group, others, to) }
            } else if STEPPED {
                // SAFETY: indices below the size are places on the axis, the stride of which is 1, and the rows are rows of
                // the line, so that by invariant 1 there is a word where they lead, from where the group's first row's
                // part of data begins.
                unsafe { move_in_steps_or_fill::<N, WIDE>(words, group, (step * N, or), to) }
            } else {
                // SAFETY: the same; all rows pick from one part of data, in which `words` stays where it was when `beside`
                // was put. That lives on, is borrowed by nobody else, and was exposed after it was written.
                unsafe { move_words_or_fill::<N, WIDE>(words, group, or, to) }
            };
            if !moved {
                break;
            }
            words = words.wrapping_add(step.wrapping_mul(GROUP));
            done += 1;
        }
        done
    }
}
