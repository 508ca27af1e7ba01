//! The same for the rank of the indices.

use gather_core::gather_kernel;

fn main() {
    let rows = gather_kernel!(Gather, f32, i64, rank = 1, indices_rank = 9);
}
