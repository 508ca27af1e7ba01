//! Rows whose index is not plainly on its axis, in the loops over rows of several vectors.
//!
//! Those loops know indices that are in range and nothing else, so that they serve every policy. Where one stops, the row
//! that it stopped at is made here, by what the policy says of it, and the loop goes on behind it.

use core::arch::x86_64::_mm256_zeroupper;

use super::{
    cpu::stream_by_avx2,
    fused::{Line, low},
    tuples::{Axis, CLAMPS, Outside, REPORT, place_of},
};
use crate::kernel::bytes::Byte;

/// What a row is made of.
enum Made {
    /// The row at a place on the axis.
    Of(u32),
    Filled,
    /// It is an error, or for the rule book to say.
    Not,
}

/// Makes the row of an index, where its part of data begins at this byte, with so many bytes from one place to the next.
/// False, with nothing done, if the loop must end before it.
// Out of line, so that the loops share it and keep their registers.
#[target_feature(enable = "avx2")]
#[cold]
#[inline(never)]
pub(super) fn make_row<const SIZE: usize>(
    line: &Line<'_>,
    [start, pitch]: [usize; 2],
    index: &[u8; SIZE],
    to: &mut [Byte],
) -> bool {
    let (piece, source) = (to.len().max(1), line.source);
    let (row, piece) = match made::<SIZE>(line, index) {
        Made::Of(place) => {
            let start = low(place.into()).wrapping_mul(pitch).wrapping_add(start);
            (source.data.get(start..start.wrapping_add(piece)), piece)
        }
        Made::Filled => (Some(source.fill), source.fill.len().max(1)),
        Made::Not => (None, piece),
    };
    // A row of data is one piece, and a filled one some pieces and the beginning of another.
    let Some(row) = row.filter(|row| !row.is_empty()) else {
        return false;
    };
    let mut whole = true;
    for to in to.chunks_mut(piece) {
        match row.get(..to.len()) {
            Some(from) if line.around && stream_by_avx2(from, to) => {}
            Some(from) => to.copy_from_slice(from),
            None => whole = false,
        }
    }
    // The compiler does not see what the instructions leave; the caller's own code would be slower for it.
    _mm256_zeroupper();
    whole
}

fn made<const SIZE: usize>(line: &Line<'_>, index: &[u8; SIZE]) -> Made {
    let axis: Axis = line.axes[0];
    let halves = match (index.as_chunks::<4>().0, line.signed) {
        ([low, high], _) => (u32::from_ne_bytes(*low), u32::from_ne_bytes(*high)),
        ([low], true) => {
            let low = i32::from_ne_bytes(*low);
            (low.cast_unsigned(), (low >> 31).cast_unsigned())
        }
        // The offset of a prepared gather may be so large that as a signed number it is negative.
        ([low], false) if u32::from_ne_bytes(*low) <= axis.last => {
            return Made::Of(u32::from_ne_bytes(*low));
        }
        ([low], false) => (u32::from_ne_bytes(*low), 0),
        _ => return Made::Not,
    };
    let (place, outside) = match line.outside {
        Outside::Clamp => (place_of::<CLAMPS>(axis, halves, line.signed).0, 0),
        Outside::Report | Outside::Fill => place_of::<REPORT>(axis, halves, line.signed),
    };
    match (outside, line.outside) {
        (0, _) => Made::Of(place),
        (_, Outside::Fill) => Made::Filled,
        _ => Made::Not,
    }
}
