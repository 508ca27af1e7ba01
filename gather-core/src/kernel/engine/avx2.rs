//! Tuples to offsets in the lanes of AVX2, eight rows at a time.
//!
//! The compiler's own vectors of these loops are half as wide and take the halves of an index apart twice.
//! Here the reading goes: halves apart, sign, normalise, compare, coordinates apart, multiply, add up, back
//! in order. Where the lanes of a vector lie in another order than memory, their constants lie in that order
//! too, so that one shuffle at the end is enough.
//!
//! There is no `unsafe` in here: the intrinsics are safe where AVX2 is enabled, and `bytemuck` turns arrays
//! into vectors.

use core::arch::x86_64::{
    __m256i, _mm256_add_epi32, _mm256_and_si256, _mm256_andnot_si256, _mm256_blend_epi32,
    _mm256_blendv_epi8, _mm256_castps_si256, _mm256_castsi256_ps, _mm256_cmpeq_epi32,
    _mm256_extract_epi64, _mm256_max_epu32, _mm256_min_epu32, _mm256_movemask_ps,
    _mm256_mullo_epi32, _mm256_or_si256, _mm256_permute4x64_epi64, _mm256_permutevar8x32_epi32,
    _mm256_set1_epi32, _mm256_setr_epi32, _mm256_setzero_si256, _mm256_shuffle_ps,
    _mm256_srai_epi32, _mm256_testz_si256, _mm256_xor_si256,
};

use super::tuples::{Axis, CLAMPS, FILL, FILLS, MOST_DEPTH};

/// Rows that are taken at a time.
pub(crate) const LANES: usize = 8;

/// Bytes of a vector.
pub(crate) const VECTOR: usize = 32;

/// Vectors that eight tuples of `depth` indices fill.
pub(crate) const fn vectors(depth: usize, wide: bool) -> usize {
    if wide { 2 * depth } else { depth }
}

/// The axes of tuples of `K` indices, as constants for the lanes. Indices are 64 bits wide or 32; what
/// happens to those out of range is `OUTSIDE`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lanes<const K: usize, const WIDE: bool, const OUTSIDE: u8> {
    /// For each vector of indices, in the order of its lanes.
    last: [__m256i; K],
    wrap: [__m256i; K],
    /// For each coordinate, the same in all lanes.
    stride: [__m256i; K],
    /// All ones if indices can be negative.
    signed: __m256i,
}

/// Offsets of eight rows, and traces of what is wrong with them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Offsets {
    pub(crate) offsets: __m256i,
    /// Where rows are to be filled, not 0 for each that is; otherwise not 0 in some lane if some row is out
    /// of range.
    pub(crate) wrong: __m256i,
}

impl<const K: usize, const WIDE: bool, const OUTSIDE: u8> Lanes<K, WIDE, OUTSIDE> {
    // Out of line, so that the loops that need it share it.
    #[target_feature(enable = "avx2")]
    #[inline(never)]
    pub(crate) fn new(axes: &[Axis; MOST_DEPTH], signed: bool) -> Self {
        let zero = _mm256_setzero_si256();
        let mut lanes = Self {
            last: [zero; K],
            wrap: [zero; K],
            stride: [zero; K],
            signed: splat(if signed { u32::MAX } else { 0 }),
        };
        for n in 0..K {
            lanes.last[n] = spread(axes, K, n, WIDE, |axis| axis.last);
            lanes.wrap[n] = spread(axes, K, n, WIDE, |axis| axis.wrap);
            lanes.stride[n] = splat(axes[n].stride);
        }
        lanes
    }

    /// The offsets of eight tuples, which fill [`vectors`]; the last stride may be taken for 1.
    #[target_feature(enable = "avx2")]
    #[inline]
    pub(crate) fn offsets(&self, tuples: &[[u8; VECTOR]], unit: bool) -> Offsets {
        let zero = _mm256_setzero_si256();
        let (mut places, mut traces) = ([zero; K], [zero; K]);
        for n in 0..K {
            (places[n], traces[n]) = self.places(tuples, n);
            if K > 2 && WIDE {
                places[n] = _mm256_permute4x64_epi64::<0b11_01_10_00>(places[n]);
                if OUTSIDE == FILLS {
                    traces[n] = _mm256_permute4x64_epi64::<0b11_01_10_00>(traces[n]);
                }
            }
        }
        let places = by_coordinate(places);
        let mut sum = if unit {
            places[K - 1]
        } else {
            _mm256_mullo_epi32(places[K - 1], self.stride[K - 1])
        };
        for (place, stride) in places[..K - 1].iter().zip(&self.stride) {
            sum = _mm256_add_epi32(sum, _mm256_mullo_epi32(*place, *stride));
        }
        let fills = OUTSIDE == FILLS;
        let traces = if fills { by_coordinate(traces) } else { traces };
        let mut wrong = traces[0];
        for trace in &traces[1..] {
            wrong = _mm256_or_si256(wrong, *trace);
        }
        Offsets {
            offsets: in_order::<K, WIDE>(sum),
            wrong: if fills {
                in_order::<K, WIDE>(wrong)
            } else {
                wrong
            },
        }
    }

    /// The places that one vector's worth of indices lead to, and what is wrong with them.
    #[target_feature(enable = "avx2")]
    #[inline]
    fn places(&self, tuples: &[[u8; VECTOR]], n: usize) -> (__m256i, __m256i) {
        let (low, high) = halves::<WIDE>(tuples, n);
        let sign = _mm256_srai_epi32::<31>(low);
        let place = _mm256_add_epi32(low, _mm256_and_si256(sign, self.wrap[n]));
        let nearest = _mm256_min_epu32(place, self.last[n]);
        let beyond = _mm256_xor_si256(place, nearest);
        let trace = if WIDE {
            _mm256_or_si256(beyond, _mm256_xor_si256(high, sign))
        } else {
            beyond
        };
        if OUTSIDE != CLAMPS {
            return (place, trace);
        }
        let below = _mm256_and_si256(_mm256_srai_epi32::<31>(high), self.signed);
        let end = _mm256_andnot_si256(below, self.last[n]);
        let good = _mm256_cmpeq_epi32(trace, _mm256_setzero_si256());
        (_mm256_blendv_epi8(end, place, good), _mm256_setzero_si256())
    }
}

/// Vectors after which tuples of any depth up to four begin at the beginning of one again.
const PERIOD: usize = 3;

/// The largest value that a lane has if every index is a place on its axis, by the number of the lane from where tuples of
/// `K` indices begin: they follow each other, and so do the halves of wide indices, of which the high one is 0.
pub(crate) const fn bound<const K: usize, const WIDE: bool>(lasts: &[u32; K], lane: usize) -> u32 {
    match (WIDE, lane % 2) {
        (true, 0) => lasts[lane / 2 % K],
        (true, _) => 0,
        (false, _) => lasts[lane % K],
    }
}

/// The bounds of the lanes of these vectors.
#[target_feature(enable = "avx2")]
#[inline]
fn bounds<const K: usize, const WIDE: bool>(axes: &[Axis; MOST_DEPTH]) -> [__m256i; PERIOD] {
    let mut lasts = [0; K];
    for (last, axis) in lasts.iter_mut().zip(axes) {
        *last = axis.last;
    }
    let mut bounds = [[0; LANES]; PERIOD];
    for (lane, to) in bounds.as_flattened_mut().iter_mut().enumerate() {
        *to = bound::<K, WIDE>(&lasts, lane);
    }
    bytemuck::cast(bounds)
}

/// Whether no lane of these vectors is above its bound.
#[target_feature(enable = "avx2")]
#[inline]
fn are_within(vectors: &[[u8; VECTOR]], bounds: &[__m256i; PERIOD]) -> bool {
    let mut largest = *bounds;
    let (periods, rest) = vectors.as_chunks::<PERIOD>();
    for period in periods {
        let mut n = 0;
        while n < PERIOD {
            largest[n] = _mm256_max_epu32(largest[n], bytemuck::cast(period[n]));
            n += 1;
        }
    }
    for (largest, vector) in largest.iter_mut().zip(rest) {
        *largest = _mm256_max_epu32(*largest, bytemuck::cast(*vector));
    }
    let mut above = _mm256_setzero_si256();
    for (largest, bound) in largest.iter().zip(bounds) {
        above = _mm256_or_si256(above, _mm256_xor_si256(*largest, *bound));
    }
    !any(above)
}

/// Whole groups of rows whose indices are all places on their axes. False, with nothing done, if some are not.
// Out of line, so that all policies share it.
#[target_feature(enable = "avx2")]
#[inline(never)]
fn resolve_plain<const K: usize, const WIDE: bool>(
    axes: &[Axis; MOST_DEPTH],
    tuples: &[[u8; VECTOR]],
    bases: &[[u32; LANES]],
    positions: &mut [[u32; LANES]],
) -> bool {
    let per_group = const { vectors(K, WIDE) };
    let used = positions.len().min(bases.len()).wrapping_mul(per_group);
    let Some(tuples) = tuples.get(..used) else {
        return false;
    };
    if !are_within(tuples, &bounds::<K, WIDE>(axes)) {
        return false;
    }
    let mut strides = [_mm256_setzero_si256(); K];
    for (stride, axis) in strides.iter_mut().zip(axes) {
        *stride = splat(axis.stride);
    }
    let groups = tuples.chunks_exact(per_group);
    for ((position, base), tuples) in positions.iter_mut().zip(bases).zip(groups) {
        let mut places = [_mm256_setzero_si256(); K];
        let mut n = 0;
        while n < K {
            let (low, _) = halves::<WIDE>(tuples, n);
            places[n] = if K > 2 && WIDE {
                _mm256_permute4x64_epi64::<0b11_01_10_00>(low)
            } else {
                low
            };
            n += 1;
        }
        let sum = weighted(&by_coordinate(places), &strides);
        let at = _mm256_add_epi32(in_order::<K, WIDE>(sum), bytemuck::cast(*base));
        *position = bytemuck::cast(at);
    }
    true
}

/// The sum of places times their strides.
#[target_feature(enable = "avx2")]
#[inline]
fn weighted<const K: usize>(places: &[__m256i; K], strides: &[__m256i; K]) -> __m256i {
    let mut sum = _mm256_setzero_si256();
    for (place, stride) in places.iter().zip(strides) {
        sum = _mm256_add_epi32(sum, _mm256_mullo_epi32(*place, *stride));
    }
    sum
}

/// Low and high halves of vector number `n` of indices; narrow ones are all low.
#[target_feature(enable = "avx2")]
#[inline]
fn halves<const WIDE: bool>(indices: &[[u8; VECTOR]], n: usize) -> (__m256i, __m256i) {
    if WIDE {
        let (first, second) = (indices[2 * n], indices[2 * n + 1]);
        even_and_odd(bytemuck::cast(first), bytemuck::cast(second))
    } else {
        let low = bytemuck::cast(indices[n]);
        (low, low)
    }
}

/// Whole groups of rows: positions are `bases` and the offsets of the tuples. Tells whether any is out of
/// range and was not clamped.
#[target_feature(enable = "avx2")]
pub(crate) fn resolve<const K: usize, const WIDE: bool, const OUTSIDE: u8>(
    axes: &[Axis; MOST_DEPTH],
    signed: bool,
    tuples: &[u8],
    bases: &[[u32; LANES]],
    positions: &mut [[u32; LANES]],
) -> bool {
    let (tuples, _) = tuples.as_chunks::<VECTOR>();
    // One index is compared as quickly as it is looked at, and tuples of four are rare.
    if (K == 2 || K == 3) && resolve_plain::<K, WIDE>(axes, tuples, bases, positions) {
        return false;
    }
    let lanes = Lanes::<K, WIDE, OUTSIDE>::new(axes, signed);
    let groups = tuples.chunks_exact(const { vectors(K, WIDE) });
    let mut wrong = _mm256_setzero_si256();
    for ((position, base), tuples) in positions.iter_mut().zip(bases).zip(groups) {
        let row = lanes.offsets(tuples, false);
        wrong = _mm256_or_si256(wrong, row.wrong);
        let at = _mm256_add_epi32(row.offsets, bytemuck::cast(*base));
        *position = bytemuck::cast(if OUTSIDE == FILLS {
            let good = _mm256_cmpeq_epi32(row.wrong, _mm256_setzero_si256());
            _mm256_blendv_epi8(splat(FILL), at, good)
        } else {
            at
        });
    }
    any(wrong)
}

/// Whether any lane is not 0.
#[target_feature(enable = "avx2")]
#[inline]
pub(crate) fn any(lanes: __m256i) -> bool {
    _mm256_testz_si256(lanes, lanes) == 0
}

/// A bit for each lane that is not 0.
#[target_feature(enable = "avx2")]
#[inline]
pub(crate) fn bits(lanes: __m256i) -> u32 {
    let zero = _mm256_cmpeq_epi32(lanes, _mm256_setzero_si256());
    _mm256_movemask_ps(_mm256_castsi256_ps(zero)).cast_unsigned() ^ 0xff
}

/// The lanes one by one.
#[target_feature(enable = "avx2")]
#[inline]
pub(crate) fn one_by_one(lanes: __m256i) -> [u64; LANES] {
    // By words of 64 bits, and not narrowed: a way through memory is longer, and narrow halves would be taken
    // out of the vector one by one.
    let words = [
        _mm256_extract_epi64::<0>(lanes),
        _mm256_extract_epi64::<1>(lanes),
        _mm256_extract_epi64::<2>(lanes),
        _mm256_extract_epi64::<3>(lanes),
    ];
    let mut all = [0; LANES];
    let mut n = 0;
    while n < 4 {
        let word = words[n].cast_unsigned();
        (all[2 * n], all[2 * n + 1]) = (word & u64::from(u32::MAX), word >> 32);
        n += 1;
    }
    all
}

/// The same in all lanes.
#[target_feature(enable = "avx2")]
#[inline]
pub(crate) fn splat(value: u32) -> __m256i {
    _mm256_set1_epi32(value.cast_signed())
}

/// A value of the axis that each lane of vector number `vector` belongs to, where tuples have `depth`
/// indices and halves were taken apart if indices are wide.
#[target_feature(enable = "avx2")]
#[inline]
fn spread(
    axes: &[Axis; MOST_DEPTH],
    depth: usize,
    vector: usize,
    wide: bool,
    value: impl Fn(&Axis) -> u32,
) -> __m256i {
    const APART: [usize; LANES] = [0, 1, 4, 5, 2, 3, 6, 7];
    let mut lanes = [0; LANES];
    for (lane, to) in lanes.iter_mut().enumerate() {
        let place = if wide { APART[lane] } else { lane };
        *to = value(&axes[(vector * LANES + place) % depth]);
    }
    bytemuck::cast(lanes)
}

/// Vectors of tuples, coordinate by coordinate.
#[target_feature(enable = "avx2")]
#[inline]
fn by_coordinate<const K: usize>(mut lanes: [__m256i; K]) -> [__m256i; K] {
    match K {
        2 => (lanes[0], lanes[1]) = even_and_odd(lanes[0], lanes[1]),
        3 => {
            let [a, b, c] = [lanes[0], lanes[1], lanes[2]];
            lanes[0] = third(a, b, c, _mm256_setr_epi32(0, 3, 6, 1, 4, 7, 2, 5));
            lanes[1] = third(c, a, b, _mm256_setr_epi32(1, 4, 7, 2, 5, 0, 3, 6));
            lanes[2] = third(b, c, a, _mm256_setr_epi32(2, 5, 0, 3, 6, 1, 4, 7));
        }
        4 => {
            let (even, odd) = even_and_odd(lanes[0], lanes[1]);
            let (later_even, later_odd) = even_and_odd(lanes[2], lanes[3]);
            (lanes[0], lanes[2]) = even_and_odd(even, later_even);
            (lanes[1], lanes[3]) = even_and_odd(odd, later_odd);
        }
        _ => {}
    }
    lanes
}

/// Undoes the order that taking halves and coordinates apart has left.
#[target_feature(enable = "avx2")]
#[inline]
fn in_order<const K: usize, const WIDE: bool>(lanes: __m256i) -> __m256i {
    match (K, WIDE) {
        // 0 1 4 5 | 2 3 6 7
        (1, true) | (2, false) => _mm256_permute4x64_epi64::<0b11_01_10_00>(lanes),
        // 0 2 4 6 | 1 3 5 7
        (2, true) | (4, _) => {
            _mm256_permutevar8x32_epi32(lanes, _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7))
        }
        _ => lanes,
    }
}

/// Lanes 0, 3, 6 of `a`, 1, 4, 7 of `b` and 2, 5 of `c`, in the order given.
#[target_feature(enable = "avx2")]
#[inline]
fn third(a: __m256i, b: __m256i, c: __m256i, order: __m256i) -> __m256i {
    let two = _mm256_blend_epi32::<0b1001_0010>(a, b);
    let three = _mm256_blend_epi32::<0b0010_0100>(two, c);
    _mm256_permutevar8x32_epi32(three, order)
}

/// Even and odd lanes of two vectors; in each half of the result, first those of `a`, then those of `b`.
#[target_feature(enable = "avx2")]
#[inline]
fn even_and_odd(a: __m256i, b: __m256i) -> (__m256i, __m256i) {
    let (a, b) = (_mm256_castsi256_ps(a), _mm256_castsi256_ps(b));
    (
        _mm256_castps_si256(_mm256_shuffle_ps::<0b10_00_10_00>(a, b)),
        _mm256_castps_si256(_mm256_shuffle_ps::<0b11_01_11_01>(a, b)),
    )
}
