//! Calls of gather-core as functions of C, in a library that has neither `std` nor `alloc`, nor anything
//! else but `core`.
//!
//! Each function whose name begins with `entry_` is one call over buffers whose contents nobody knows.
//! `scripts/no-panic.sh` links each alone, throws away what it cannot reach, and looks whether
//! [`gather_panicked`] is still there. The names, and what is expected of each, are in `entries.txt`.

#![no_std]

use core::{panic::PanicInfo, slice};

use gather_core::{GatherError, GatherOptions, Op, View, ViewDyn, gather_kernel};

/// What every panic ends in.
#[inline(never)]
#[unsafe(no_mangle)]
pub extern "C" fn gather_panicked() -> ! {
    loop {
        core::hint::spin_loop();
    }
}

#[panic_handler]
fn panic(_: &PanicInfo<'_>) -> ! {
    gather_panicked()
}

/// A slice that came from C.
#[repr(C)]
pub struct Slice<T> {
    start: *mut T,
    len: usize,
}

impl<T> Slice<T> {
    /// # Safety
    ///
    /// `start` leads to `len` elements that nobody else uses.
    unsafe fn borrow<'a>(&self) -> &'a mut [T] {
        // SAFETY: as the caller promises.
        unsafe { slice::from_raw_parts_mut(self.start, self.len) }
    }
}

/// The outcome as a number.
fn code(result: Result<(), GatherError>) -> i32 {
    match result {
        Ok(()) => 0,
        Err(GatherError::Index(error)) => 2 + (error.flat() & 1) as i32,
        Err(_) => 1,
    }
}

/// Entries over views: `name: kernel, element, index, rank of data, rank of indices`.
macro_rules! views {
    ($($name:ident: [$($spec:tt)*], $element:ty, $index:ty, $rank:literal, $indices_rank:literal;)*) => { $(
        /// # Safety
        ///
        /// The slices are slices.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(
            data: Slice<$element>,
            data_shape: &[usize; $rank],
            indices: Slice<$index>,
            indices_shape: &[usize; $indices_rank],
            out: Slice<$element>,
        ) -> i32 {
            // SAFETY: as the caller promises.
            let data = unsafe { data.borrow() };
            // SAFETY: as the caller promises.
            let indices = unsafe { indices.borrow() };
            // SAFETY: as the caller promises.
            let out = unsafe { out.borrow() };
            let mut run = || {
                let data = View::new(data, *data_shape)?;
                let indices = View::new(indices, *indices_shape)?;
                gather_kernel!($($spec)*).run_into(data, indices, out)
            };
            code(run())
        }
    )* };
}

views! {
    entry_nd_ranked: [GatherND, f32, i64, rank = 4, batch_dims = 2], f32, i64, 4, 4;
    entry_nd_pairs: [GatherND, f32, i64, rank = 2, depth = 2], f32, i64, 2, 2;
    entry_nd_rows: [GatherND, f32, i64, data = [_, 15], depth = 1], f32, i64, 2, 2;
    entry_gather_rows: [Gather, f32, i64, data = [_, 16], axis = 0], f32, i64, 2, 1;
    entry_gather_embedding: [Gather, f32, i64, data = [_, 768], axis = 0], f32, i64, 2, 2;
    entry_gather_last: [Gather, f32, i32, rank = 2, axis = 1], f32, i32, 2, 1;
    entry_gather_bytes: [Gather, u8, u8, rank = 1], u8, u8, 1, 1;
    entry_elements_last: [GatherElements, f32, i64, rank = 2, axis = 1], f32, i64, 2, 2;
    entry_elements_first: [GatherElements, f32, i64, rank = 2, axis = 0], f32, i64, 2, 2;
    entry_gather_clamp: [Gather, f32, i64, rank = 2, axis = 0, out_of_range = clamp], f32, i64, 2, 1;
    entry_gather_fill: [Gather, f32, i64, rank = 2, axis = 0, out_of_range = fill(0.0)], f32, i64, 2, 1;
}

/// Entries over arrays: `name: kernel, data, indices, output`.
macro_rules! arrays {
    ($($name:ident: [$($spec:tt)*], $data:ty, $indices:ty, $output:ty;)*) => { $(
        /// All sizes are known.
        #[unsafe(no_mangle)]
        pub extern "C" fn $name(data: &$data, indices: &$indices, out: &mut $output) -> i32 {
            code(gather_kernel!($($spec)*).run_into(data, indices, out))
        }
    )* };
}

arrays! {
    entry_fixed_nd: [GatherND, f32, i64, data = [2, 2], indices = [2, 2]], [[f32; 2]; 2], [[i64; 2]; 2], [f32; 2];
    entry_fixed_rows: [Gather, f32, u32, data = [5, 4], indices = [3], axis = 0], [[f32; 4]; 5], [u32; 3], [[f32; 4]; 3];
    entry_fixed_loop: [GatherND, u8, u8, data = [5, 3], indices = [17, 1]], [[u8; 3]; 5], [[u8; 1]; 17], [[u8; 3]; 17];
    entry_fixed_elements: [GatherElements, f32, i64, data = [4, 7], indices = [3, 7], axis = 0], [[f32; 7]; 4], [[i64; 7]; 3], [[f32; 7]; 3];
    entry_fixed_fill: [Gather, f32, i64, data = [5, 2], indices = [4], out_of_range = fill(0.0)], [[f32; 2]; 5], [i64; 4], [[f32; 2]; 4];
}

/// The dynamic call with any operator that C can name.
///
/// # Safety
///
/// The slices are slices.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn entry_dynamic(
    operator: &[i64; 3],
    data: Slice<f32>,
    data_shape: Slice<usize>,
    indices: Slice<i64>,
    indices_shape: Slice<usize>,
    out: Slice<f32>,
) -> i32 {
    let [which, axis, batch_dims] = operator.map(i128::from);
    let op = match which {
        0 => Op::GatherNd { batch_dims },
        1 => Op::Gather { axis, batch_dims },
        _ => Op::GatherElements { axis },
    };
    // SAFETY: as the caller promises.
    let (data, data_shape) = unsafe { (data.borrow(), data_shape.borrow()) };
    // SAFETY: as the caller promises.
    let (indices, indices_shape) = unsafe { (indices.borrow(), indices_shape.borrow()) };
    // SAFETY: as the caller promises.
    let out = unsafe { out.borrow() };
    let mut run = || {
        let data = ViewDyn::new(data, data_shape)?;
        let indices = ViewDyn::new(indices, indices_shape)?;
        gather_core::gather_op_dyn_into(op, data, indices, &GatherOptions::default(), out)
    };
    code(run())
}

/// A view and its checks alone.
///
/// # Safety
///
/// The slices are slices.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn entry_view(data: Slice<f32>, shape: &[usize; 4]) -> usize {
    // SAFETY: as the caller promises.
    let data = unsafe { data.borrow() };
    View::new(data, *shape).map_or(0, |view| view.as_dyn().len())
}
