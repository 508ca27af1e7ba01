//! `Copy` elements as bytes.
//!
//! A gather never looks at the elements it moves. So a `Copy` type of any kind is moved as units of
//! 1, 2, 4, 8 or 16 bytes, the widest that divides its size, and the loops are compiled once per width
//! and index type instead of once per element type. A unit is an array of `MaybeUninit<u8>`: it may hold
//! anything a `Copy` value consists of (padding, pointers with their provenance), and has no alignment.
//!
//! All `unsafe` of the byte path is in this file, and it is casts only; the loops are safe code.

use core::{mem::MaybeUninit, slice};

#[cfg(feature = "alloc")]
use alloc::vec::Vec;

use crate::{
    element::Inputs,
    error::GatherError,
    index::Index,
    kernel::{
        address::Address,
        general::{Units, can_fill, run},
        sink::Over,
    },
    plan::Plan,
};

/// `W` bytes of some element.
type Unit<const W: usize> = [MaybeUninit<u8>; W];

/// Gathers `Copy` elements into a new vector.
#[cfg(feature = "alloc")]
pub(crate) fn fresh<T: Copy, I: Index, A: Address<I>>(
    plan: &Plan<'_>,
    address: &A,
    inputs: Inputs<'_, T, I>,
) -> Result<Vec<T>, GatherError> {
    let elements = plan.elements();
    let mut out: Vec<T> = crate::kernel::general::allocate(elements)?;
    dispatch(
        plan,
        address,
        inputs,
        &mut out.spare_capacity_mut()[..elements],
    )?;
    // SAFETY: `elements` is within the capacity, because `allocate` reserved as many; and the first
    // `elements` are initialised, because `dispatch` returned `Ok`: it has written every byte of its
    // slice, with copies of values of `T`. Where `T` has no bytes, each element stands for one of data
    // that is there or for the fill value that is there, so that values of `T` exist.
    unsafe { out.set_len(elements) };
    Ok(out)
}

/// Gathers `Copy` elements over `out`, which has the output's length.
pub(crate) fn over<T: Copy, I: Index, A: Address<I>>(
    plan: &Plan<'_>,
    address: &A,
    inputs: Inputs<'_, T, I>,
    out: &mut [T],
) -> Result<(), GatherError> {
    // SAFETY: `MaybeUninit<T>` has the layout of `T`; pointer, length and lifetime are those of `out`,
    // whose exclusive borrow ends with this one. Through it only whole rows of initialised elements are
    // written (see `dispatch`), so that every element of `out` stays a valid `T` at every moment.
    let out = unsafe { slice::from_raw_parts_mut(out.as_mut_ptr().cast(), out.len()) };
    dispatch(plan, address, inputs, out)
}

/// Chooses the width. On `Ok` all of `out` has been written, which is checked and not believed; whatever
/// happens, only whole rows are written, each a copy of elements of data or of repetitions of the fill
/// value.
fn dispatch<T: Copy, I: Index, A: Address<I>>(
    plan: &Plan<'_>,
    address: &A,
    inputs: Inputs<'_, T, I>,
    out: &mut [MaybeUninit<T>],
) -> Result<(), GatherError> {
    can_fill(plan, &inputs)?;
    // A constant, so that the other widths are not even compiled.
    match const { widest(size_of::<T>()) } {
        16 => gather::<T, I, A, 16>(plan, address, inputs, out),
        8 => gather::<T, I, A, 8>(plan, address, inputs, out),
        4 => gather::<T, I, A, 4>(plan, address, inputs, out),
        2 => gather::<T, I, A, 2>(plan, address, inputs, out),
        _ => gather::<T, I, A, 1>(plan, address, inputs, out),
    }
}

/// The widest unit that divides an element of this size.
const fn widest(size: usize) -> usize {
    let mut width = 16;
    while !size.is_multiple_of(width) {
        width /= 2;
    }
    width
}

#[inline]
fn gather<T: Copy, I: Index, A: Address<I>, const W: usize>(
    plan: &Plan<'_>,
    address: &A,
    inputs: Inputs<'_, T, I>,
    out: &mut [MaybeUninit<T>],
) -> Result<(), GatherError> {
    let scale = const { size_of::<T>() / W };
    let units = Units {
        data: units::<T, W>(inputs.data),
        indices: inputs.indices,
        fill: inputs
            .fill
            .map_or(&[], |value| units::<T, W>(slice::from_ref(value))),
    };
    let mut sink = Over::new(units_mut::<T, W>(out));
    run(plan, &address.in_units::<T, W>(), scale, units, &mut sink)?;
    match sink.missing() {
        0 => Ok(()),
        missing => Err(incomplete(plan, missing / scale.max(1))),
    }
}

/// The loops write every row of a plan, so this does not happen; should it, nobody sees the gap.
#[cold]
fn incomplete(plan: &Plan<'_>, missing: usize) -> GatherError {
    let expected = plan.elements();
    GatherError::OutputLength {
        expected,
        found: expected.saturating_sub(missing),
    }
}

/// Elements seen as units of `W` bytes, which must divide their size.
fn units<T: Copy, const W: usize>(elements: &[T]) -> &[Unit<W>] {
    let count = size_of_val(elements) / W;
    // SAFETY: the `count * W` bytes from the pointer are those of `elements`, which are borrowed for the
    // result's lifetime. A `Unit` has alignment 1, and any byte, initialised or not, is a valid
    // `MaybeUninit<u8>`. Nobody can change the bytes meanwhile: a `Copy` type has no `UnsafeCell` in it.
    unsafe { slice::from_raw_parts(elements.as_ptr().cast(), count) }
}

/// Room for elements seen as units of `W` bytes, which must divide their size.
fn units_mut<T: Copy, const W: usize>(elements: &mut [MaybeUninit<T>]) -> &mut [Unit<W>] {
    let count = size_of_val(elements) / W;
    // SAFETY: the `count * W` bytes from the pointer are those of `elements`, which are borrowed
    // exclusively for the result's lifetime. A `Unit` has alignment 1, any byte is valid for it, and
    // any bytes written through it are valid for `MaybeUninit<T>`.
    unsafe { slice::from_raw_parts_mut(elements.as_mut_ptr().cast(), count) }
}

/// Bytes seen as the integers they are, if they are aligned and whole.
#[cfg(feature = "alloc")]
pub(crate) fn aligned_integers<I: Index>(bytes: &[u8]) -> Option<&[I]> {
    // SAFETY: `align_to` needs that every pattern of bytes is a valid `I`. `Index` is sealed, and its
    // implementors are primitive integers, which have no padding and no invalid patterns.
    let (before, integers, after) = unsafe { bytes.align_to::<I>() };
    (before.is_empty() && after.is_empty()).then_some(integers)
}

#[cfg(test)]
mod tests {
    use super::widest;

    #[test]
    fn widths_divide_their_sizes() {
        let expected = [
            (0, 16),
            (1, 1),
            (2, 2),
            (3, 1),
            (4, 4),
            (6, 2),
            (8, 8),
            (12, 4),
            (16, 16),
            (24, 8),
            (48, 16),
        ];
        for (size, width) in expected {
            assert_eq!(widest(size), width, "size {size}");
        }
    }
}
