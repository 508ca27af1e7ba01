//! A batch dimension is not indexed.

use gather_core::gather_kernel;

fn main() {
    let rows = gather_kernel!(Gather, f32, i64, rank = 4, axis = 1, batch_dims = 2);
}
