//! Typed kernels end at rank 8.

use gather_core::gather_kernel;

fn main() {
    let pick = gather_kernel!(GatherND, f32, i64, rank = 9, batch_dims = 2);
}
