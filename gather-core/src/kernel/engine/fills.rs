//! Groups of words of which some are to be filled, where no index counts from the end.
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
    moves::{OrFill, move_words_or_fill},
    tuples::Axis,
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

impl<const N: usize, const K: usize> Words<'_, N, K> {
    /// Moves or fills groups of rows, the first of which begins with row number `first` of the line, until an index of one
    /// counts from the end, and tells how many. 0 if tuples have several indices, words have three bytes, or places on the
    /// axis are not neighbours that all rows pick from.
    // Out of line, so that what it needs stays in registers.
    #[target_feature(enable = "avx2")]
    #[inline(never)]
    pub(super) fn move_or_fill_groups<const WIDE: bool>(
        &self,
        fill: &[Byte; N],
        first: usize,
        mut asks: Asks,
        tuples: &[u8],
        groups: &mut [[[Byte; N]; GROUP]],
    ) -> usize {
        let (axis, index) = (self.line.axes[0], const { if WIDE { 8 } else { 4 } });
        // The loop takes the stride for 1 and the step for 0, and the size for a number of 32 bits.
        let Some(size) = axis.last.checked_add(1) else {
            return 0;
        };
        if K != 1 || N == 3 || axis.stride != 1 || self.step != 0 {
            return 0;
        }
        let (in_vectors, _) = self.tuples_from(tuples, first, index).as_chunks::<VECTOR>();
        let in_groups = in_vectors.chunks_exact(const { 2 * vectors(1, WIDE) });
        let from_end = FromEnd::new::<WIDE>(axis);
        let words = self.words.as_ptr().wrapping_add(self.base as usize);
        debug_assert!(
            self.base as usize + (axis.last as usize) < self.words.len(),
            "a word for each place: sanitizers do not see what instructions read that were written down"
        );
        let or = OrFill {
            size: u64::from(size),
            fill,
        };
        let mut done = 0;
        for (to, group) in groups.iter_mut().zip(in_groups) {
            asks.ask();
            if from_end.has_some::<WIDE>(group) {
                break;
            }
            // SAFETY: an index below the size is a place on the axis, and by invariant 1 there is a word at each, from the
            // line's base on: the stride is 1 and the step 0, as compared above.
            if !unsafe { move_words_or_fill::<N, WIDE>(words, group, or, to) } {
                break;
            }
            done += 1;
        }
        done
    }
}
