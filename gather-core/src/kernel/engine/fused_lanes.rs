//! The loops of [`fused`](super::fused) where there is AVX2.
//!
//! Groups of rows that are [`plain`](super::plain) are moved by their indices as they lie. In the others, those with a
//! negative index or one that is out of range, positions are computed in lanes.

use core::{
    arch::x86_64::{
        __m256i, _mm256_add_epi32, _mm256_and_si256, _mm256_cmpeq_epi32, _mm256_or_si256,
        _mm256_setzero_si256,
    },
    hint::select_unpredictable,
};

use super::{
    assemble::{EIGHT, move_or_fill},
    avx2::{LANES, Lanes, Offsets, VECTOR, any, bits, one_by_one, splat, vectors},
    fills::has_loop,
    fused::{Asks, GROUP, Line, Words, low},
    plain::{Progress, ask_for_later_tuples},
    triples::Copies,
    tuples::{FILLS, REPORT},
    walk::low as low_32,
};
use crate::kernel::bytes::Byte;

/// Groups that are taken in lanes after one that is not plain: it is rarely alone.
const NOT_PLAIN: usize = 32;

/// The same where words are filled without lanes, which takes little more time than plain groups do.
const NOT_PLAIN_TO_FILL: usize = 256;

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
    // Borrowed, because to move it would mean to wait until it is there.
    let words = &Words::<N, K>::new(line, !STEPPED);
    let Some(words) = words else {
        return 0;
    };
    let nothing = [Byte::uninit(); N];
    let fill = match line.source.fill.first_chunk::<N>() {
        Some(fill) => fill,
        None if OUTSIDE == FILLS => return 0,
        None => &nothing,
    };
    let known = Known {
        lanes: Lanes::<K, WIDE, OUTSIDE>::new(line.axes, line.signed),
        ramp: Ramp::new(words.step),
        fill,
        copies: words.copies(fill),
    };
    let bounds = words.bounds::<WIDE, STEPPED>();
    let mut progress = Progress::default();
    let few = match &bounds {
        None => usize::MAX,
        Some(_) if const { has_loop(N, K, STEPPED, OUTSIDE) } => NOT_PLAIN_TO_FILL,
        Some(_) => NOT_PLAIN,
    };
    loop {
        if let Some(bounds) = &bounds {
            words.move_plain::<WIDE, STEPPED>(bounds, &mut progress, out);
        }
        let beyond = words.move_in_lanes::<WIDE, STEPPED, OUTSIDE>(&known, few, &mut progress, out);
        if let Some(rows) = beyond {
            return progress.line * line.rows + progress.groups * GROUP + rows;
        }
    }
}

/// What the lanes of a call know.
struct Known<'a, const N: usize, const K: usize, const WIDE: bool, const OUTSIDE: u8> {
    lanes: Lanes<K, WIDE, OUTSIDE>,
    ramp: Ramp,
    fill: &'a [Byte; N],
    /// Of words of three bytes.
    copies: Copies,
}

/// Where the parts of data of eight rows begin, from the first one's on.
#[derive(Clone, Copy)]
struct Ramp {
    steps: __m256i,
    /// From eight rows to the next.
    advance: __m256i,
}

impl Ramp {
    // Out of line, so that the loops in their many forms share it.
    #[target_feature(enable = "avx2")]
    #[inline(never)]
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
    /// Moves the rows of the lines, but no more than so many groups. `Some` if a row is out of range or there are no more
    /// lines: how many rows were moved beyond the progress.
    // Out of line, so that what it needs stays in registers.
    #[target_feature(enable = "avx2")]
    #[inline(never)]
    fn move_in_lanes<const WIDE: bool, const STEPPED: bool, const OUTSIDE: u8>(
        &self,
        known: &Known<'_, N, K, WIDE, OUTSIDE>,
        mut most: usize,
        progress: &mut Progress,
        out: &mut [[Byte; N]],
    ) -> Option<usize> {
        let line = self.line;
        let index = const { if WIDE { 8 } else { 4 } };
        loop {
            let Progress { line: n, groups } = *progress;
            let part = line.part(n, K * index, index, out);
            let (Some(words), Some((tuples, rows))) = (self.on_line(n), part) else {
                return Some(0);
            };
            let (all, rest) = rows.as_chunks_mut::<GROUP>();
            let left = all.get_mut(groups..).unwrap_or_default();
            let (available, first) = (left.len(), groups * GROUP);
            let mut few = available.min(most);
            let mut left = left.get_mut(..few).unwrap_or_default();
            let mut quickly = 0;
            if const { has_loop(N, K, STEPPED, OUTSIDE) } {
                let asks = line.asks(n, groups);
                quickly = words.move_or_fill_groups::<WIDE, STEPPED, OUTSIDE>(
                    known.fill,
                    &known.copies,
                    first,
                    asks,
                    tuples,
                    left,
                );
                if most < usize::MAX {
                    few = few.min(quickly.saturating_add(NOT_PLAIN));
                }
                left = left.get_mut(quickly..few).unwrap_or_default();
            }
            let asks = line.asks(n, groups + quickly);
            let mut done = quickly * GROUP;
            done += words.move_groups_in_lanes::<WIDE, STEPPED, OUTSIDE>(
                known,
                first + done,
                asks,
                tuples,
                left,
            );
            if done < few * GROUP {
                return Some(done);
            }
            progress.groups += few;
            if few < available {
                return None;
            }
            if most < usize::MAX {
                most -= few;
            }
            let few = words.row_by_row::<WIDE>(tuples, first + done, rest);
            if few < rest.len() {
                return Some(few);
            }
            *progress = Progress {
                line: n + 1,
                groups: 0,
            };
            if most == 0 {
                return None;
            }
        }
    }

    /// Moves groups of rows, the first of which begins with row number `first` of the line, until a row is out of range, and
    /// tells how many rows.
    #[target_feature(enable = "avx2")]
    #[inline]
    fn move_groups_in_lanes<const WIDE: bool, const STEPPED: bool, const OUTSIDE: u8>(
        &self,
        known: &Known<'_, N, K, WIDE, OUTSIDE>,
        first: usize,
        mut asks: Asks,
        tuples: &[u8],
        groups: &mut [[[Byte; N]; GROUP]],
    ) -> usize {
        let Known { lanes, ramp, .. } = known;
        let (index, half) = const { (if WIDE { 8 } else { 4 }, vectors(K, WIDE)) };
        let (in_vectors, _) = self
            .tuples_from(tuples, first, K * index)
            .as_chunks::<VECTOR>();
        let mut start = self.base as usize;
        if STEPPED {
            start = start.wrapping_add(first.wrapping_mul(self.step as usize));
        }
        let mut done = 0;
        for (to, group) in groups.iter_mut().zip(in_vectors.chunks_exact(2 * half)) {
            asks.ask();
            if const { N == 3 || vectors(K, WIDE) > 2 } {
                ask_for_later_tuples(group);
            }
            let (early, late) = group.split_at(half);
            let bases = ramp.from(start);
            let early = based::<OUTSIDE>(lanes.offsets(early, !STEPPED), bases);
            let bases = _mm256_add_epi32(bases, ramp.advance);
            let late = based::<OUTSIDE>(lanes.offsets(late, !STEPPED), bases);
            if STEPPED {
                start = start.wrapping_add((self.step as usize).wrapping_mul(GROUP));
            }
            let mut wrong = _mm256_or_si256(early.wrong, late.wrong);
            if N == 3 {
                wrong = _mm256_or_si256(wrong, self.are_last(early.offsets));
                wrong = _mm256_or_si256(wrong, self.are_last(late.offsets));
            }
            if OUTSIDE == REPORT && any(wrong) {
                let few = self.row_by_row::<WIDE>(tuples, first + done, to);
                done += few;
                if few < GROUP {
                    return done;
                }
                continue;
            }
            let ([to_early, to_late], _) = to.as_chunks_mut::<EIGHT>() else {
                return done;
            };
            // SAFETY: a place that is not on its axis has left a trace in `wrong`, which has none, or was
            // clamped to one that is, or the row's offset was made 0, as by places of 0, which are on every
            // axis. The last triple leaves a trace where nothing is clamped or filled.
            unsafe { self.move_words(known, &early, to_early) };
            // SAFETY: the same.
            unsafe { self.move_words(known, &late, to_late) };
            done += GROUP;
        }
        done
    }

    /// Moves eight words.
    ///
    /// # Safety
    ///
    /// The positions must be those of rows of the line, by places that are on their axes; where indices out of range are
    /// errors, not that of the last triple.
    #[target_feature(enable = "avx2")]
    #[inline]
    unsafe fn move_words<const WIDE: bool, const OUTSIDE: u8>(
        &self,
        known: &Known<'_, N, K, WIDE, OUTSIDE>,
        rows: &Offsets,
        to: &mut [[Byte; N]; EIGHT],
    ) {
        if OUTSIDE == FILLS {
            let good = _mm256_cmpeq_epi32(rows.wrong, _mm256_setzero_si256());
            let places = bytemuck::cast(rows.offsets);
            // SAFETY: the caller's promise.
            if unsafe { move_or_fill(self.words, &places, good, known.fill, to) } {
                return;
            }
        }
        let positions = one_by_one(rows.offsets);
        let fills = if OUTSIDE == FILLS {
            bits(rows.wrong)
        } else {
            0
        };
        if N == 3 {
            let (copies, offsets) = (&known.copies, rows.offsets);
            if OUTSIDE == REPORT {
                // SAFETY: the caller's promise.
                unsafe { self.move_as_four::<false>(copies, offsets, &positions, fills, to) };
            } else {
                // SAFETY: the caller's promise.
                unsafe { self.move_as_four::<true>(copies, offsets, &positions, fills, to) };
            }
            return;
        }
        let mut n = 0;
        while n < LANES {
            let position = low(positions[n]);
            let filled = fills >> n & 1 != 0;
            // SAFETY: the caller's promise.
            let word = unsafe { self.at(position) };
            if let Some(to) = to.get_mut(n) {
                *to = if OUTSIDE == FILLS {
                    select_unpredictable(filled, *known.fill, *word)
                } else {
                    *word
                };
            }
            n += 1;
        }
    }
}
