//! The index stage: tuples to row positions, a block at a time.
//!
//! Everything is 32 bits wide: an axis has at most 2^31 − 1 positions and data fewer than 2^32 rows,
//! otherwise the general kernel does the work. So eight rows fit a vector, and an index of any type is a
//! low half, which is computed with, and a high half, which must be the low half's sign.
//!
//! The loops have no branches; the compiler turns them into vectors, once for the target and once for AVX2.
//! Indices of 32 and 64 bits, where it does badly, have vectors of AVX2 written by hand ([`super::avx2`]). Tuples of
//! three and four indices that are filled or clamped share one loop without vectors: they are rare.

use gather_spec::OutOfRange;

#[cfg(target_arch = "x86_64")]
use super::avx2::{self as lanes, LANES};
use crate::{index::Index, kernel::engine::cpu::Path};

/// Tuples of more coordinates are left to the general kernel.
pub(crate) const MOST_DEPTH: usize = 4;

/// Most rows in a block.
pub(crate) const BLOCK: usize = 256;

/// A position that means "fill". No row is there.
pub(crate) const FILL: u32 = u32::MAX;

/// One indexed axis.
#[derive(Clone, Copy, Debug, Default)]
pub struct Axis {
    /// The last position; an axis without positions never comes here.
    pub(crate) last: u32,
    /// What a negative index gains: the size, or 0 if negatives are out of range.
    pub(crate) wrap: u32,
    /// Rows per step, modulo 2^32.
    pub(crate) stride: u32,
}

impl Axis {
    /// Whether steps go to later rows; an axis of one position has none.
    pub(crate) const fn is_forward(&self) -> bool {
        self.last == 0 || self.stride <= i32::MAX.cast_unsigned()
    }
}

/// What happens to coordinates that are not plainly in range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outside {
    /// The block is reported, and gone over by the rule book.
    Report,
    /// The tuple's position is [`FILL`].
    Fill,
    /// The coordinate is moved to the nearest end.
    Clamp,
}

impl Outside {
    /// What a policy asks of the index stage.
    pub(crate) const fn of(policy: OutOfRange<()>) -> Self {
        match policy {
            OutOfRange::Fill(()) => Self::Fill,
            OutOfRange::Clamp => Self::Clamp,
            OutOfRange::Error | OutOfRange::Wrap => Self::Report,
        }
    }
}

/// Answers a block: `bases` are where the rows' parts of data begin, `positions` the answer. Tells whether
/// any coordinate was out of range.
///
/// Unsafe to call, because it may be compiled for AVX2.
pub(crate) type Resolve<I> = unsafe fn(
    axes: &[Axis; MOST_DEPTH],
    tuples: &[I],
    bases: &[u32],
    positions: &mut [u32],
) -> bool;

/// The index stage of tuples of `depth` coordinates; `None` if they are too long or empty.
pub(crate) fn stage<I: Index>(path: Path, depth: usize, outside: Outside) -> Option<Resolve<I>> {
    match depth {
        1 => Some(stage_of::<I, 1>(path, outside)),
        2 => Some(stage_of::<I, 2>(path, outside)),
        3 => Some(stage_of::<I, 3>(path, outside)),
        4 => Some(stage_of::<I, 4>(path, outside)),
        _ => None,
    }
}

fn stage_of<I: Index, const K: usize>(path: Path, outside: Outside) -> Resolve<I> {
    match (path, outside) {
        #[cfg(target_arch = "x86_64")]
        (Path::Vector, Outside::Report) => avx2::<I, K, REPORT>,
        #[cfg(target_arch = "x86_64")]
        (Path::Vector, Outside::Fill) => avx2::<I, K, FILLS>,
        #[cfg(target_arch = "x86_64")]
        (Path::Vector, Outside::Clamp) => avx2::<I, K, CLAMPS>,
        (_, Outside::Report) => portable::<I, K, REPORT>,
        (_, Outside::Fill) => portable::<I, K, FILLS>,
        (_, Outside::Clamp) => portable::<I, K, CLAMPS>,
    }
}

/// [`Outside`] as a constant parameter.
pub(crate) const REPORT: u8 = 0;
pub(crate) const FILLS: u8 = 1;
pub(crate) const CLAMPS: u8 = 2;

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn avx2<I: Index, const K: usize, const OUTSIDE: u8>(
    axes: &[Axis; MOST_DEPTH],
    tuples: &[I],
    bases: &[u32],
    positions: &mut [u32],
) -> bool {
    if const { size_of::<I>() < 4 } {
        return resolve::<I, K, OUTSIDE>(axes, tuples, bases, positions);
    }
    // Tuples of four are rare: in lanes if they are good, and otherwise once more by the loop for any depth.
    if const { K > 3 && OUTSIDE != REPORT } {
        return avx2::<I, K, REPORT>(axes, tuples, bases, positions)
            && portable::<I, K, OUTSIDE>(axes, tuples, bases, positions);
    }
    // Whole groups in lanes, the rest by the plain loop.
    let bases = bases.get(..positions.len()).unwrap_or(bases);
    let (bases, rest_of_bases) = bases.as_chunks::<LANES>();
    let (groups, rest) = positions.as_chunks_mut::<LANES>();
    let bytes = bytemuck::cast_slice(tuples);
    let outside = if const { size_of::<I>() == 8 } {
        lanes::resolve::<K, true, OUTSIDE>(axes, I::SIGNED, bytes, bases, groups)
    } else {
        lanes::resolve::<K, false, OUTSIDE>(axes, I::SIGNED, bytes, bases, groups)
    };
    let tuples = tuples.get(groups.len() * LANES * K..).unwrap_or_default();
    outside | portable::<I, K, OUTSIDE>(axes, tuples, rest_of_bases, rest)
}

#[inline(never)]
fn portable<I: Index, const K: usize, const OUTSIDE: u8>(
    axes: &[Axis; MOST_DEPTH],
    tuples: &[I],
    bases: &[u32],
    positions: &mut [u32],
) -> bool {
    resolve::<I, K, OUTSIDE>(axes, tuples, bases, positions)
}

// Inlined always, so that the loop is compiled for the instructions of the function around it.
#[inline(always)]
fn resolve<I: Index, const K: usize, const OUTSIDE: u8>(
    axes: &[Axis; MOST_DEPTH],
    tuples: &[I],
    bases: &[u32],
    positions: &mut [u32],
) -> bool {
    if const { K > 2 && OUTSIDE != REPORT } {
        let axes = axes.get(..K).unwrap_or_default();
        return sweep_deep::<I, OUTSIDE>(axes, tuples, bases, positions);
    }
    let (wide, _) = tuples.as_chunks::<K>();
    if const { K == 2 && size_of::<I>() == 8 && OUTSIDE == REPORT } {
        return narrowed::<I, K>(axes, wide, bases, positions);
    }
    // As pairs of halves, wide indices are taken apart by shuffles; as numbers they would be shifted.
    if let Some(pairs) = I::pairs(tuples) {
        let (pairs, _) = pairs.as_chunks::<K>();
        return sweep::<_, K, OUTSIDE>(axes, pairs, halves_of_pair, I::SIGNED, bases, positions);
    }
    sweep::<_, K, OUTSIDE>(axes, wide, I::halves, I::SIGNED, bases, positions)
}

#[inline(always)]
const fn halves_of_pair([low, high]: [u32; 2]) -> (u32, u32) {
    (low, high)
}

/// Two sweeps: pairs of wide indices are narrowed first, which is faster than to take them apart both by
/// coordinate and by half.
#[inline(always)]
fn narrowed<I: Index, const K: usize>(
    axes: &[Axis; MOST_DEPTH],
    tuples: &[[I; K]],
    bases: &[u32],
    positions: &mut [u32],
) -> bool {
    let mut narrow = [[0_i32; K]; BLOCK];
    let count = tuples.len().min(BLOCK);
    let mut wrong = 0;
    let values = tuples[..count].as_flattened();
    for (narrow, index) in narrow.as_flattened_mut().iter_mut().zip(values) {
        let (low, high) = index.halves();
        *narrow = low.cast_signed();
        wrong |= high ^ sign(low);
    }
    let tuples = &narrow[..count];
    let outside = sweep::<_, K, REPORT>(axes, tuples, i32::halves, true, bases, positions);
    outside | (wrong != 0)
}

/// One sweep over a block; `halves` takes an index apart.
#[inline(always)]
fn sweep<V: Copy, const K: usize, const OUTSIDE: u8>(
    axes: &[Axis; MOST_DEPTH],
    tuples: &[[V; K]],
    halves: impl Fn(V) -> (u32, u32),
    signed: bool,
    bases: &[u32],
    positions: &mut [u32],
) -> bool {
    let mut any = 0;
    for ((position, base), tuple) in positions.iter_mut().zip(bases).zip(tuples) {
        let (mut at, mut wrong) = (*base, 0);
        let mut k = 0;
        while k < K {
            let (place, outside) = place_of::<OUTSIDE>(axes[k], halves(tuple[k]), signed);
            wrong |= outside;
            at = at.wrapping_add(place.wrapping_mul(axes[k].stride));
            k += 1;
        }
        any |= wrong;
        *position = filled::<OUTSIDE>(at, wrong);
    }
    any != 0
}

/// A sweep over tuples of any depth, where policies for them are rare enough to share one.
#[inline(never)]
fn sweep_deep<I: Index, const OUTSIDE: u8>(
    axes: &[Axis],
    tuples: &[I],
    bases: &[u32],
    positions: &mut [u32],
) -> bool {
    let mut any = 0;
    let tuples = tuples.chunks_exact(axes.len().max(1));
    for ((position, base), tuple) in positions.iter_mut().zip(bases).zip(tuples) {
        let (mut at, mut wrong) = (*base, 0);
        for (index, axis) in tuple.iter().zip(axes) {
            let (place, outside) = place_of::<OUTSIDE>(*axis, index.halves(), I::SIGNED);
            wrong |= outside;
            at = at.wrapping_add(place.wrapping_mul(axis.stride));
        }
        any |= wrong;
        *position = filled::<OUTSIDE>(at, wrong);
    }
    any != 0
}

/// The place that an index leads to, by its halves, and not 0 if it is out of range.
#[inline(always)]
const fn place_of<const OUTSIDE: u8>(
    axis: Axis,
    (low, high): (u32, u32),
    signed: bool,
) -> (u32, u32) {
    let negative = sign(low);
    let place = low.wrapping_add(negative & axis.wrap);
    let outside = (high ^ negative) | (place > axis.last) as u32;
    if OUTSIDE != CLAMPS || outside == 0 {
        (place, outside)
    } else if signed && high.cast_signed() < 0 {
        (0, outside)
    } else {
        (axis.last, outside)
    }
}

/// The offset that a tuple leads to, and whether a coordinate of it is out of range, so that the offset says nothing.
#[inline]
pub(crate) fn offset_of<I: Index>(axes: &[Axis], tuple: &[I]) -> (u32, bool) {
    let (mut offset, mut wrong) = (0_u32, 0);
    for (index, axis) in tuple.iter().zip(axes) {
        let (place, outside) = place_of::<REPORT>(*axis, index.halves(), I::SIGNED);
        wrong |= outside;
        offset = offset.wrapping_add(place.wrapping_mul(axis.stride));
    }
    (offset, wrong != 0)
}

/// A position, if nothing is wrong with its tuple or nobody asks.
#[inline(always)]
const fn filled<const OUTSIDE: u8>(at: u32, wrong: u32) -> u32 {
    if OUTSIDE == FILLS && wrong != 0 {
        FILL
    } else {
        at
    }
}

/// All ones if the top bit is set.
#[inline(always)]
const fn sign(low: u32) -> u32 {
    (low.cast_signed() >> 31).cast_unsigned()
}

/// The index stage of offsets that were found before.
#[cfg(feature = "alloc")]
pub(crate) fn prepared(path: Path) -> Resolve<u32> {
    match path {
        #[cfg(target_arch = "x86_64")]
        Path::Vector => prepared_avx2,
        _ => prepared_portable,
    }
}

#[cfg(all(feature = "alloc", target_arch = "x86_64"))]
#[target_feature(enable = "avx2")]
fn prepared_avx2(
    _: &[Axis; MOST_DEPTH],
    offsets: &[u32],
    bases: &[u32],
    positions: &mut [u32],
) -> bool {
    add(offsets, bases, positions)
}

#[cfg(feature = "alloc")]
fn prepared_portable(
    _: &[Axis; MOST_DEPTH],
    offsets: &[u32],
    bases: &[u32],
    positions: &mut [u32],
) -> bool {
    add(offsets, bases, positions)
}

#[cfg(feature = "alloc")]
#[inline(always)]
fn add(offsets: &[u32], bases: &[u32], positions: &mut [u32]) -> bool {
    let mut fills = 0;
    for ((position, base), offset) in positions.iter_mut().zip(bases).zip(offsets) {
        let fill = *offset == FILL;
        fills |= u32::from(fill);
        *position = if fill {
            FILL
        } else {
            base.wrapping_add(*offset)
        };
    }
    fills != 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_backwards_are_told() {
        let axis = |last, stride: i32| Axis {
            last,
            wrap: 0,
            stride: stride.cast_unsigned(),
        };
        assert!(axis(4, 3).is_forward());
        assert!(axis(4, i32::MAX).is_forward());
        assert!(!axis(4, -3).is_forward());
        assert!(axis(0, -3).is_forward(), "one position is no step");
    }
}
