//! Rows whose index is not on its axis, made one by one.
//!
//! The loops over rows of several vectors know indices that are in range and nothing else, so that they serve every policy.
//! Where one stops that goes on by itself, the row that it stopped at is made here, by what the policy says of it.

use core::arch::x86_64::_mm256_zeroupper;

use super::{
    cpu::stream_by_avx2,
    fused::{Line, low, place},
    fused_rows::{gain, number},
    lengths::{Rows, Slices},
    rows::fill_row,
    tuples::Outside,
};
use crate::kernel::bytes::Byte;

/// What a row is made of.
enum Made {
    /// The row at a place on the axis.
    Of(u64),
    Filled,
    /// It is an error, or for the rule book to say.
    Not,
}

/// Makes the row of an index at the beginning of some room, where the row's part of data begins at this byte, with so many
/// bytes from one place to the next. False if there is no such row, or no room.
// Out of line, so that the loops share it and keep their registers.
#[target_feature(enable = "avx2")]
#[cold]
#[inline(never)]
pub(super) fn make_row<const SIZE: usize>(
    line: &Line<'_>,
    [start, pitch]: [usize; 2],
    index: &[u8; SIZE],
    room: &mut [Byte],
) -> bool {
    let source = line.source;
    let Some(to) = room.get_mut(..source.bytes) else {
        return false;
    };
    let copy = |from: &[Byte], to: &mut [Byte]| {
        let around = line.around && stream_by_avx2(from, to);
        // The compiler does not see what the instructions leave; the caller's own code would be slower for it.
        _mm256_zeroupper();
        if !around {
            Slices::copy(from, to);
        }
    };
    match made::<SIZE>(line, index) {
        Made::Of(place) => {
            let start = low(place).wrapping_mul(pitch).wrapping_add(start);
            let row = source.data.get(start..start.wrapping_add(to.len()));
            row.map(|row| copy(row, to)).is_some()
        }
        Made::Filled => fill_row(source.fill, to, copy),
        Made::Not => false,
    }
}

fn made<const SIZE: usize>(line: &Line<'_>, index: &[u8; SIZE]) -> Made {
    let axis = line.axes[0];
    let Some(index) = number::<SIZE>(index) else {
        return Made::Not;
    };
    let place = place(gain::<SIZE>(line), index);
    if place <= u64::from(axis.last) {
        return Made::Of(place);
    }
    match line.outside {
        Outside::Fill => Made::Filled,
        Outside::Clamp if line.signed && index < 0 => Made::Of(0),
        Outside::Clamp => Made::Of(axis.last.into()),
        Outside::Report => Made::Not,
    }
}
