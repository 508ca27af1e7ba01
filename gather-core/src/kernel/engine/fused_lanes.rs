//! The loops of [`fused`](super::fused) in the lanes of AVX2.
//!
//! Where an index is its own position, but for where the line begins, and all of a group are in range, lanes
//! only compare: the words are moved by the indices as they lie in memory, eight at a time ([`assemble`]), which
//! saves the way from lanes to addresses. Groups with a negative index, and all others, go that way.
//!
//! [`assemble`]: super::assemble

use core::{
    arch::x86_64::{
        __m256i, _mm256_add_epi32, _mm256_and_si256, _mm256_cmpeq_epi32, _mm256_min_epu32,
        _mm256_or_si256, _mm256_setzero_si256, _mm256_xor_si256,
    },
    hint::select_unpredictable,
    ops::Range,
};

use super::{
    assemble::{EIGHT, move_eight, move_or_fill, number},
    avx2::{LANES, Lanes, Offsets, VECTOR, any, beyond, bits, one_by_one, splat, vectors},
    cpu,
    fused::{GROUP, Line, Words, low},
    tuples::{FILLS, REPORT},
    walk::low as low_32,
};
use crate::kernel::bytes::Byte;

/// How far ahead of the tuples in use others are asked for, in bytes: the processor's own guesses are too
/// slow for long tuples.
const TUPLES_AHEAD: usize = 1024;

/// How many lines ahead tuples are asked for, where one line's do not follow the other's.
const LINES_AHEAD: usize = 4;

/// The loop in the lanes of AVX2.
// Closures and adapters that take them are avoided around lanes: left out of line, they would be compiled
// without AVX2.
#[target_feature(enable = "avx2")]
pub(super) fn vector<
    const N: usize,
    const K: usize,
    const WIDE: bool,
    const STEPPED: bool,
    const OUTSIDE: u8,
>(
    line: &Line<'_>,
    out: &mut [Byte],
) -> usize {
    let (out, _) = out.as_chunks_mut::<N>();
    let Some(words) = Words::<N, K>::new(line, !STEPPED) else {
        return 0;
    };
    let nothing = [Byte::uninit(); N];
    let fill = match line.source.fill.first_chunk::<N>() {
        Some(fill) => fill,
        None if OUTSIDE == FILLS => return 0,
        None => &nothing,
    };
    let lanes = Lanes::<K, WIDE, OUTSIDE>::new(line.axes, line.signed);
    // Lines that have one base go together.
    let together = if line.base_pitch == 0 { line.lines } else { 1 };
    let mut moved = 0;
    for first in (0..line.lines).step_by(together.max(1)) {
        let Some(words) = words.on_line(first) else {
            return moved;
        };
        let numbers = first..first + together;
        let done = words.lines::<WIDE, STEPPED, OUTSIDE>(line, &lanes, fill, numbers, out);
        moved += done;
        if done < line.rows * together {
            return moved;
        }
    }
    moved
}

/// Asks for the tuples of a later line, if those of the next are so many bytes further on.
// Out of line, so that the loops in their many forms share it.
#[inline(never)]
fn ask_for_tuples(pitch: usize, tuples: &[u8]) {
    let ahead = pitch.wrapping_mul(LINES_AHEAD);
    let later = tuples.as_ptr().cast::<Byte>().wrapping_add(ahead);
    cpu::prefetch_stretch(later, tuples.len());
}

/// Where the parts of data of eight rows begin, from the first one's on.
#[derive(Clone, Copy)]
struct Ramp {
    steps: __m256i,
    /// From eight rows to the next.
    advance: __m256i,
}

impl Ramp {
    #[target_feature(enable = "avx2")]
    #[inline]
    fn new(step: u32) -> Self {
        let mut steps = [0_u32; LANES];
        for n in 1..LANES {
            steps[n] = steps[n - 1].wrapping_add(step);
        }
        Self {
            steps: bytemuck::cast(steps),
            advance: splat(step.wrapping_mul(8)),
        }
    }

    /// The beginnings, if the first row's is this.
    #[target_feature(enable = "avx2")]
    #[inline]
    fn from(&self, first: usize) -> __m256i {
        _mm256_add_epi32(splat(low_32(first)), self.steps)
    }
}

/// Offsets from the bases to positions. The offset of a row to fill is taken for 0.
#[target_feature(enable = "avx2")]
#[inline]
fn based<const OUTSIDE: u8>(rows: Offsets, bases: __m256i) -> Offsets {
    let mut offsets = rows.offsets;
    if OUTSIDE == FILLS {
        let good = _mm256_cmpeq_epi32(rows.wrong, _mm256_setzero_si256());
        offsets = _mm256_and_si256(offsets, good);
    }
    Offsets {
        offsets: _mm256_add_epi32(offsets, bases),
        wrong: rows.wrong,
    }
}

impl<const N: usize, const K: usize> Words<'_, N, K> {
    /// Moves the rows of these lines, which have one base, until one is out of range, and tells how many. Meanwhile
    /// asks for what is needed later.
    // Out of line, so that what they need stays in registers.
    #[target_feature(enable = "avx2")]
    #[inline(never)]
    fn lines<const WIDE: bool, const STEPPED: bool, const OUTSIDE: u8>(
        self,
        line: &Line<'_>,
        lanes: &Lanes<K, WIDE, OUTSIDE>,
        fill: &[Byte; N],
        numbers: Range<usize>,
        out: &mut [[Byte; N]],
    ) -> usize {
        let ramp = Ramp::new(self.step);
        let plain_bound = self.plain_bound::<STEPPED>();
        let from_base = self.words.get(self.base as usize..).unwrap_or_default();
        let (index, half) = const { (if WIDE { 8 } else { 4 }, vectors(K, WIDE)) };
        let asked = line.asked;
        let mut moved = 0;
        for n in numbers {
            let Some((tuples, rows)) = line.part(n, K * index, index, out) else {
                return moved;
            };
            if line.tuple_pitch > line.rows * K {
                ask_for_tuples(line.tuple_pitch.wrapping_mul(index), tuples);
            }
            let mut later = line.later.wrapping_add(n.wrapping_mul(line.later_pitch));
            let mut start = self.base as usize;
            let (in_vectors, _) = tuples.as_chunks::<VECTOR>();
            let (groups, rest) = rows.as_chunks_mut::<GROUP>();
            let mut done = 0;
            for (to, group) in groups.iter_mut().zip(in_vectors.chunks_exact(2 * half)) {
                if const { N == 3 || vectors(K, WIDE) > 2 } {
                    let later = group.as_ptr().cast::<Byte>().wrapping_add(TUPLES_AHEAD);
                    cpu::prefetch_stretch(later, const { 2 * vectors(K, WIDE) * VECTOR });
                }
                cpu::prefetch_later(later, asked);
                later = later.wrapping_add(asked * cpu::LINE);
                let first_row = start;
                if STEPPED {
                    start = start.wrapping_add((self.step as usize).wrapping_mul(GROUP));
                }
                if let Some(bound) = plain_bound
                    && !any(beyond::<WIDE>(group, bound))
                {
                    // SAFETY: no index is negative or above the last place of its axis, which is below 2^31; and if
                    // words have three bytes, none leads to the last word. Bounds are for plain loops only, and
                    // `from_base` are the words from `base` on.
                    unsafe { self.move_plain::<WIDE>(from_base, group, to) };
                    done += GROUP;
                    continue;
                }
                let (first, second) = group.split_at(half);
                let bases = ramp.from(first_row);
                let early = based::<OUTSIDE>(lanes.offsets(first, !STEPPED), bases);
                let bases = _mm256_add_epi32(bases, ramp.advance);
                let late = based::<OUTSIDE>(lanes.offsets(second, !STEPPED), bases);
                let mut wrong = _mm256_or_si256(early.wrong, late.wrong);
                if OUTSIDE != REPORT {
                    wrong = _mm256_setzero_si256();
                }
                if N == 3 {
                    wrong = _mm256_or_si256(wrong, self.last_triple(early.offsets));
                    wrong = _mm256_or_si256(wrong, self.last_triple(late.offsets));
                }
                if any(wrong) {
                    let few = self.row_by_row::<WIDE>(tuples, done, to);
                    done += few;
                    if few < GROUP {
                        return moved + done;
                    }
                    continue;
                }
                let ([to_early, to_late], _) = to.as_chunks_mut::<EIGHT>() else {
                    return moved + done;
                };
                // SAFETY: a place that is not on its axis has left a trace in `wrong`, which has none, or was
                // clamped to one that is, or the row's offset was made 0, as by places of 0, which are on every
                // axis. A triple without another behind it has left one too.
                unsafe { self.move_words::<OUTSIDE>(&early, fill, to_early) };
                // SAFETY: the same.
                unsafe { self.move_words::<OUTSIDE>(&late, fill, to_late) };
                done += GROUP;
            }
            let few = self.row_by_row::<WIDE>(tuples, done, rest);
            moved += done + few;
            if done + few < line.rows {
                return moved;
            }
        }
        moved
    }

    /// The largest index that is its own place on the axis and leads to a word that can be moved as it is, in all
    /// lanes; `None` where places are multiplied, which is quicker in lanes, and where offsets of a prepared gather
    /// may be so large that as signed numbers they would be negative.
    #[target_feature(enable = "avx2")]
    #[inline]
    fn plain_bound<const STEPPED: bool>(&self) -> Option<__m256i> {
        if K != 1 || STEPPED {
            return None;
        }
        let mut bound = self.line.axes[0].last;
        i32::try_from(bound).ok()?;
        if N == 3 {
            // The last word has not a fourth byte.
            let before_last = u32::try_from(self.words.len()).ok()?.checked_sub(2)?;
            bound = bound.min(before_last.checked_sub(self.base)?);
        }
        Some(splat(bound))
    }

    /// Moves a group of words by indices as they are, one for each word.
    ///
    /// # Safety
    ///
    /// The indices of the group must be places on their axis and below 2^31, the loop a plain one, and `words`
    /// those from `base` on; if words have three bytes, one more word must come after each.
    #[target_feature(enable = "avx2")]
    #[inline]
    unsafe fn move_plain<const WIDE: bool>(
        &self,
        words: &[[Byte; N]],
        indices: &[[u8; VECTOR]],
        to: &mut [[Byte; N]; GROUP],
    ) {
        const {
            assert!(
                matches!(N, 1 | 2 | 3 | 4 | 8),
                "words that can be put together, or three bytes"
            );
        }
        let indices = indices.as_flattened();
        if N != 3 {
            let places = indices.chunks_exact(const { EIGHT * if WIDE { 8 } else { 4 } });
            let (eights, _) = to.as_chunks_mut::<EIGHT>();
            for (to, places) in eights.iter_mut().zip(places) {
                // SAFETY: the caller's promise.
                unsafe { move_eight::<N, WIDE>(words, places, to) };
            }
            return;
        }
        let mut n = 0;
        while n < GROUP {
            let at = (self.base as usize).wrapping_add(low(number::<WIDE>(indices, n)));
            if N == 3 && n + 1 < GROUP {
                // SAFETY: the caller's promise.
                unsafe { self.move_as_four(at, n, to) };
            } else {
                // SAFETY: the caller's promise.
                to[n] = *unsafe { self.at(at) };
            }
            n += 1;
        }
    }

    /// Moves one word of three bytes to number `n` of these, which is not the last. Four bytes are as quick as
    /// one; the fourth is written over by the next row.
    ///
    /// # Safety
    ///
    /// There must be a word at the position, and one after it.
    #[inline(always)]
    unsafe fn move_as_four(&self, position: usize, n: usize, to: &mut [[Byte; N]]) {
        let start = position * N;
        // SAFETY: the word at the position and the one after it are there by the caller's promise, and the four
        // bytes are the first of those six.
        let from = unsafe { self.words.as_flattened().get_unchecked(start..start + 4) };
        let room = to.as_flattened_mut();
        if let (Some(from), Some(to)) = (
            from.first_chunk::<4>(),
            room.get_mut(n * N..)
                .and_then(<[Byte]>::first_chunk_mut::<4>),
        ) {
            *to = *from;
        }
    }

    /// Traces of positions behind which there is not a byte more than their word.
    #[target_feature(enable = "avx2")]
    #[inline]
    fn last_triple(&self, positions: __m256i) -> __m256i {
        // The last word has none, and the one before it, which there is by invariant 2, has those of the last.
        let last = u32::try_from(self.words.len()).unwrap_or(u32::MAX);
        let last = splat(last.saturating_sub(2));
        _mm256_xor_si256(positions, _mm256_min_epu32(positions, last))
    }

    /// Moves eight words.
    ///
    /// # Safety
    ///
    /// The positions must be those of rows of the line, by places that are on their axes; if words have three
    /// bytes, one more word must come after each.
    #[target_feature(enable = "avx2")]
    #[inline]
    unsafe fn move_words<const OUTSIDE: u8>(
        &self,
        rows: &Offsets,
        fill: &[Byte; N],
        to: &mut [[Byte; N]; EIGHT],
    ) {
        if OUTSIDE == FILLS {
            let good = _mm256_cmpeq_epi32(rows.wrong, _mm256_setzero_si256());
            let places = bytemuck::cast(rows.offsets);
            // SAFETY: the caller's promise.
            if unsafe { move_or_fill(self.words, &places, good, fill, to) } {
                return;
            }
        }
        let positions = one_by_one(rows.offsets);
        let fills = if OUTSIDE == FILLS {
            bits(rows.wrong)
        } else {
            0
        };
        let mut n = 0;
        while n < LANES {
            if N == 3 && n + 1 < LANES {
                // SAFETY: the caller's promise.
                unsafe { self.move_as_four(low(positions[n]), n, to) };
            } else {
                // SAFETY: the caller's promise.
                let word = unsafe { self.at(low(positions[n])) };
                if let Some(to) = to.get_mut(n) {
                    *to = if OUTSIDE == FILLS {
                        select_unpredictable(fills >> n & 1 != 0, *fill, *word)
                    } else {
                        *word
                    };
                }
            }
            n += 1;
        }
    }
}
