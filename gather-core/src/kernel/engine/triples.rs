//! Words of three bytes, moved as four.
//!
//! Four bytes are as quick to move as one, and three are not. The fourth is that of the next word in data, and in the output
//! it is written over by the word that follows there. The last word of data has no fourth byte, and neither has a fill value:
//! they come from copies that do, by a choice between two addresses, so that it costs nothing where indices lead.

use core::{
    arch::x86_64::{__m256i, _mm256_cmpeq_epi32},
    hint::select_unpredictable,
};

use super::{
    assemble::{EIGHT, number},
    avx2::{LANES, VECTOR, any, splat},
    fused::{GROUP, Words, low},
    moves::{Beyond, Others},
    rows::with_fourth,
    tuples::CLAMPS,
};
use crate::kernel::bytes::Byte;

/// Copies of words that have no fourth byte, with one.
#[derive(Clone, Copy)]
pub(super) struct Copies {
    fill: [Byte; 4],
    last: [Byte; 4],
}

/// Where a word that was read goes, and the fourth byte with it unless the word is the last of its group.
#[inline(always)]
fn write<const N: usize>(four: &[Byte; 4], n: usize, to: &mut [[Byte; N]]) {
    let last = n + 1 >= to.len();
    let room = to.as_flattened_mut().get_mut(n * N..).unwrap_or_default();
    if last {
        let (three, to) = (four.first_chunk::<3>(), room.first_chunk_mut());
        three
            .zip(to)
            .into_iter()
            .for_each(|(three, to)| *to = *three);
    } else {
        room.first_chunk_mut()
            .into_iter()
            .for_each(|to| *to = *four);
    }
}

/// Moves words of three bytes by indices as they are.
///
/// # Safety
///
/// Words must have three bytes, and there must be one at each index, counted from `words`, and one after it.
#[inline(always)]
pub(super) unsafe fn move_triples<const N: usize, const WIDE: bool>(
    words: *const [Byte; N],
    group: &[[u8; VECTOR]],
    to: &mut [[Byte; N]; GROUP],
) -> bool {
    let mut n = 0;
    while n < GROUP {
        let word = words.wrapping_add(low(number::<WIDE>(group.as_flattened(), n)));
        // SAFETY: the word and the one after it are there by the caller's promise, and the four bytes are the first of
        // those six.
        let four = unsafe { word.cast::<[Byte; 4]>().read() };
        write(&four, n, to);
        n += 1;
    }
    true
}

impl<const N: usize, const K: usize> Words<'_, N, K> {
    /// Of words of three bytes; of others there is nothing to copy.
    pub(super) fn copies(&self, fill: &[Byte; N]) -> Copies {
        let some = |word| if N == 3 { word } else { None };
        Copies {
            fill: with_fourth(some(Some(fill))),
            last: with_fourth(some(self.words.last())),
        }
    }

    /// Which of these positions are that of the last word.
    #[target_feature(enable = "avx2")]
    #[inline]
    pub(super) fn are_last(&self, positions: __m256i) -> __m256i {
        let last = u32::try_from(self.words.len().wrapping_sub(1));
        _mm256_cmpeq_epi32(positions, splat(last.unwrap_or(u32::MAX)))
    }

    /// Moves words of three bytes, or where the bits say so the fill value.
    ///
    /// # Safety
    ///
    /// Words must have three bytes, and there must be one at each of the positions, which are given twice; if not `LAST`, none
    /// may be the last.
    #[target_feature(enable = "avx2")]
    #[inline]
    pub(super) unsafe fn move_as_four<const LAST: bool>(
        &self,
        copies: &Copies,
        positions: __m256i,
        one_by_one: &[u64; LANES],
        fills: u32,
        to: &mut [[Byte; N]; EIGHT],
    ) {
        let has_last = LAST && any(self.are_last(positions));
        let mut n = 0;
        while n < EIGHT {
            let position = low(one_by_one[n]);
            let mut word: *const [Byte; 4] = self.words.as_ptr().wrapping_add(position).cast();
            if has_last {
                word = select_unpredictable(
                    position + 1 == self.words.len(),
                    &raw const copies.last,
                    word,
                );
            }
            word = select_unpredictable(fills >> n & 1 != 0, &raw const copies.fill, word);
            // SAFETY: this is a copy, or a word before the last, which is followed by another, so that four bytes are
            // there: its own and the first of the next.
            write(&unsafe { word.read() }, n, to);
            n += 1;
        }
    }

    /// The word at the last place of the line's axis, with a fourth byte.
    pub(super) fn at_last(&self) -> [Byte; 4] {
        let last = self.base as usize + self.line.axes[0].last as usize;
        with_fourth(if N == 3 { self.words.get(last) } else { None })
    }

    /// Where words of three bytes are read whose indices do not simply lead to them.
    pub(super) fn others<const OUTSIDE: u8>(&self, copies: &Copies, at_last: &[Byte; 4]) -> Others {
        let last = self.line.axes[0].last;
        let words = self.words.as_ptr().wrapping_add(self.base as usize);
        let from_words =
            |word: *const [Byte; 4]| word.expose_provenance().wrapping_sub(words.addr());
        let at_last = from_words(at_last);
        Others {
            last: last.into(),
            at_last,
            beyond: match OUTSIDE {
                CLAMPS if self.line.signed && last > 0 => Beyond::Nearest(0),
                CLAMPS => Beyond::Nearest(at_last),
                _ => Beyond::Fill(from_words(&copies.fill)),
            },
        }
    }
}
