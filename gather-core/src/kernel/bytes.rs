//! `Copy` elements as bytes.
//!
//! A gather never looks at the elements it moves. So a `Copy` type of any kind is moved as units of
//! 1, 2, 4, 8 or 16 bytes, the widest that divides its size, and the loops are compiled once per width
//! and index type instead of once per element type. A unit is an array of `MaybeUninit<u8>`: it may hold
//! anything a `Copy` value consists of (padding, pointers with their provenance), and has no alignment.
//!
//! All `unsafe` of the byte path is in this file, and it is casts only; the loops are safe code.

use core::{mem::MaybeUninit, slice};

use gather_spec::{Negative, Op};

#[cfg(feature = "alloc")]
use alloc::vec::Vec;

#[cfg(feature = "rayon")]
use crate::kernel::parallel::in_parts;
use crate::{
    element::Inputs,
    error::GatherError,
    index::Index,
    kernel::{
        address::Address,
        engine::{Bytes, KnownRows, fault::Fault},
        general::{Units, can_fill, run},
        sink::Over,
        tiny::Tiny,
    },
    plan::Plan,
    view::ViewDyn,
};
#[cfg(feature = "alloc")]
use crate::{
    kernel::{address::Dynamic, engine, general},
    prepared::{Offsets, Ready},
};

/// One byte of some element, which need not be initialised.
pub(crate) type Byte = MaybeUninit<u8>;

/// `W` bytes of some element.
type Unit<const W: usize> = [Byte; W];

/// Gathers `Copy` elements into a new vector.
#[cfg(feature = "alloc")]
pub(crate) fn fresh<T: Copy, I: Index, A: Address<I>>(
    plan: &Plan<'_>,
    address: &A,
    inputs: Inputs<'_, T, I>,
) -> Result<Vec<T>, GatherError> {
    fresh_by(plan, |out| dispatch(plan, address, inputs, out))
}

/// The same on several threads.
#[cfg(feature = "rayon")]
pub(crate) fn par_fresh<T: Copy + Send + Sync, I: Index, A: Address<I> + Sync>(
    plan: &Plan<'_>,
    address: &A,
    inputs: Inputs<'_, T, I>,
) -> Result<Vec<T>, GatherError> {
    fresh_by(plan, |out| {
        in_parts(plan, size_of::<T>(), out, &|plan, out| {
            dispatch(plan, address, inputs, out)
        })
    })
}

/// A vector of the output's length, written by calls of `dispatch` for all of it.
#[cfg(feature = "alloc")]
fn fresh_by<T: Copy>(
    plan: &Plan<'_>,
    write: impl FnOnce(&mut [MaybeUninit<T>]) -> Result<(), GatherError>,
) -> Result<Vec<T>, GatherError> {
    let elements = plan.elements();
    let mut out: Vec<T> = general::allocate(elements)?;
    write(&mut out.spare_capacity_mut()[..elements])?;
    // SAFETY: `elements` is within the capacity, because `allocate` reserved as many; and the first
    // `elements` are initialised, because `write` returned `Ok`: `dispatch` has written every byte of the
    // slices it was given, which together are this one, with copies of values of `T`. Where `T` has no
    // bytes, each element stands for one of data that is there or for the fill value that is there, so
    // that values of `T` exist.
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
    dispatch(plan, address, inputs, uninitialised(out))
}

/// A slice as room to write to, for [`dispatch`] and [`dispatch_prepared`] alone.
fn uninitialised<T: Copy>(out: &mut [T]) -> &mut [MaybeUninit<T>] {
    // SAFETY: `MaybeUninit<T>` has the layout of `T`; pointer, length and lifetime are those of `out`,
    // whose exclusive borrow ends with this one. Through it only whole rows of initialised elements are
    // written (see `dispatch`), so that every element of `out` stays a valid `T` at every moment.
    unsafe { slice::from_raw_parts_mut(out.as_mut_ptr().cast(), out.len()) }
}

/// Gathers over `out` if the call is small and plain; false if not, with some of `out` written.
#[inline(always)]
pub(crate) fn tiny<T: Copy, I: Index>(
    op: Op,
    negative: Negative,
    data: &ViewDyn<'_, T>,
    indices: &ViewDyn<'_, I>,
    slice: Option<usize>,
    out: &mut [T],
) -> bool {
    let (Some(elements), Some(values)) = (data.as_slice(), indices.as_slice()) else {
        return false;
    };
    let tiny = Tiny {
        op,
        negative,
        data: elements,
        data_shape: data.shape(),
        indices: values,
        indices_shape: indices.shape(),
        slice,
    };
    tiny.run(out)
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
    can_fill(plan, inputs.fill)?;
    // A constant, so that the other widths are not even compiled.
    match const { widest(size_of::<T>()) } {
        16 => gather::<T, I, A, 16>(plan, address, inputs, out),
        8 => gather::<T, I, A, 8>(plan, address, inputs, out),
        4 => gather::<T, I, A, 4>(plan, address, inputs, out),
        2 => gather::<T, I, A, 2>(plan, address, inputs, out),
        _ => gather::<T, I, A, 1>(plan, address, inputs, out),
    }
}

/// Gathers `Copy` elements into a new vector, by offsets that were found before.
#[cfg(feature = "alloc")]
pub(crate) fn prepared_fresh<T: Copy>(
    plan: &Plan<'_>,
    ready: &Ready<'_, T>,
) -> Result<Vec<T>, GatherError> {
    fresh_by(plan, |out| dispatch_prepared(plan, ready, out))
}

/// Gathers `Copy` elements over `out`, which has the output's length, by offsets that were found before.
#[cfg(feature = "alloc")]
pub(crate) fn prepared_over<T: Copy>(
    plan: &Plan<'_>,
    ready: &Ready<'_, T>,
    out: &mut [T],
) -> Result<(), GatherError> {
    dispatch_prepared(plan, ready, uninitialised(out))
}

/// As [`dispatch`], by offsets that were found before.
#[cfg(feature = "alloc")]
fn dispatch_prepared<T: Copy>(
    plan: &Plan<'_>,
    ready: &Ready<'_, T>,
    out: &mut [MaybeUninit<T>],
) -> Result<(), GatherError> {
    match const { widest(size_of::<T>()) } {
        16 => gather_prepared::<T, 16>(plan, ready, out),
        8 => gather_prepared::<T, 8>(plan, ready, out),
        4 => gather_prepared::<T, 4>(plan, ready, out),
        2 => gather_prepared::<T, 2>(plan, ready, out),
        _ => gather_prepared::<T, 1>(plan, ready, out),
    }
}

#[cfg(feature = "alloc")]
fn gather_prepared<T: Copy, const W: usize>(
    plan: &Plan<'_>,
    ready: &Ready<'_, T>,
    out: &mut [MaybeUninit<T>],
) -> Result<(), GatherError> {
    let scale = const { size_of::<T>() / W };
    let data = units::<T, W>(ready.data);
    let fill = ready
        .fill
        .map_or(&[][..], |value| units::<T, W>(slice::from_ref(value)));
    let out = units_mut::<T, W>(out);
    if let Offsets::Narrow(offsets) = ready.offsets
        && plan.axis_strides().is_none()
        && plan.depth() > 0
    {
        let bytes = Bytes {
            data: data.as_flattened(),
            indices: offsets,
            fill: fill.as_flattened(),
            element: size_of::<T>(),
        };
        let known = const { KnownRows::new::<Dynamic, u32, W>() };
        let out = out.as_flattened_mut();
        match engine::gather_prepared(plan, bytes, known, out) {
            Ok(()) => return Ok(()),
            Err(Fault::Declined(_)) => {}
            // Offsets were checked when they were found.
            Err(_) => return Err(plan.broken()),
        }
    }
    if scale == 0 {
        return Ok(());
    }
    let mut sink = Over::new(out);
    general::replay(plan, scale, (data, fill), ready.offsets, &mut sink)?;
    match sink.missing() {
        0 => Ok(()),
        missing => Err(incomplete(plan, missing / scale)),
    }
}

/// The widest unit that divides an element of this size.
pub(crate) const fn widest(size: usize) -> usize {
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
    let out = units_mut::<T, W>(out);
    let bytes = Bytes {
        data: units.data.as_flattened(),
        indices: units.indices,
        fill: units.fill.as_flattened(),
        element: size_of::<T>(),
    };
    let known = const { KnownRows::new::<A::InUnits<T, W>, I, W>() };
    match I::gather(plan, bytes, known, out.as_flattened_mut()) {
        Ok(()) => Ok(()),
        Err(Fault::Declined(_)) => declined(plan, &address.in_units::<T, W>(), scale, units, out),
        Err(fault) => Err(fault.error(plan, units.indices)),
    }
}

/// What the engine declines: rare, and large or deep.
#[cold]
#[inline(never)]
fn declined<I: Index, A: Address<I>, const W: usize>(
    plan: &Plan<'_>,
    address: &A,
    scale: usize,
    units: Units<'_, Unit<W>, I>,
    out: &mut [Unit<W>],
) -> Result<(), GatherError> {
    let mut sink = Over::new(out);
    run(plan, address, scale, units, &mut sink)?;
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
