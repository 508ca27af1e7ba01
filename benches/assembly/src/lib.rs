//! Kernels whose machine code is looked at, each behind a function with a plain name.

use gather_core::{GatherError, View, gather_kernel};

type Done = Result<(), GatherError>;

/// Two rows of two out of four, all sizes known.
#[unsafe(no_mangle)]
pub fn tiny_static(
    data: &[[[f32; 2]; 2]; 2],
    indices: &[[[i64; 2]; 1]; 2],
    out: &mut [[[f32; 2]; 1]; 2],
) -> Done {
    gather_kernel!(GatherND, f32, i64, data = [2, 2, 2], indices = [2, 1, 2])
        .run_into(data, indices, out)
}

/// Three rows of 35 in each of 60 batches, all sizes known.
#[unsafe(no_mangle)]
pub fn batched_rows_static(
    data: &[[[[f32; 35]; 100]; 2]; 30],
    indices: &[[[[i64; 1]; 3]; 2]; 30],
    out: &mut [[[[f32; 35]; 3]; 2]; 30],
) -> Done {
    gather_kernel!(
        GatherND,
        f32,
        i64,
        data = [30, 2, 100, 35],
        indices = [30, 2, 3, 1],
        batch_dims = 2
    )
    .run_into(data, indices, out)
}

/// One element per batch, all sizes known.
#[unsafe(no_mangle)]
pub fn one_per_batch_static(
    data: &[[f32; 320]; 4096],
    indices: &[[i64; 1]; 4096],
    out: &mut [f32; 4096],
) -> Done {
    gather_kernel!(
        GatherND,
        f32,
        i64,
        data = [4096, 320],
        indices = [4096, 1],
        batch_dims = 1
    )
    .run_into(data, indices, out)
}

/// Single elements by pairs, only ranks known.
#[unsafe(no_mangle)]
pub fn pairs_ranked(data: View<'_, f32, 2>, indices: View<'_, i64, 2>, out: &mut [f32]) -> Done {
    gather_kernel!(GatherND, f32, i64, rank = 2, depth = 2, indices_rank = 2)
        .run_into(data, indices, out)
}

/// Rows of 16 floats: 64 bytes.
#[unsafe(no_mangle)]
pub fn rows_of_16(data: View<'_, f32, 2>, indices: View<'_, i64, 1>, out: &mut [f32]) -> Done {
    gather_kernel!(Gather, f32, i64, data = [_, 16], indices_rank = 1).run_into(data, indices, out)
}

/// Rows of 15 floats by triples: an odd length.
#[unsafe(no_mangle)]
pub fn rows_of_15(data: View<'_, f32, 4>, indices: View<'_, i64, 3>, out: &mut [f32]) -> Done {
    gather_kernel!(
        GatherND,
        f32,
        i64,
        data = [_, _, _, 15],
        depth = 3,
        indices_rank = 3
    )
    .run_into(data, indices, out)
}

/// Rows of 3 bytes.
#[unsafe(no_mangle)]
pub fn rows_of_3_bytes(data: View<'_, u8, 2>, indices: View<'_, i64, 1>, out: &mut [u8]) -> Done {
    gather_kernel!(Gather, u8, i64, data = [_, 3], indices_rank = 1).run_into(data, indices, out)
}

/// Single elements along the last axis.
#[unsafe(no_mangle)]
pub fn elements_last_axis(
    data: View<'_, f32, 2>,
    indices: View<'_, i64, 2>,
    out: &mut [f32],
) -> Done {
    gather_kernel!(GatherElements, f32, i64, rank = 2, axis = 1).run_into(data, indices, out)
}
