//! Gather counts them from the rank of the indices, which must then be known.

use gather_core::gather_kernel;

fn main() {
    let rows = gather_kernel!(Gather, f32, i64, rank = 4, axis = 1, batch_dims = -1);
}
