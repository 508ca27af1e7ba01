//! Neither input is above rank 8, but the output would be.

use gather_core::gather_kernel;

fn main() {
    let rows = gather_kernel!(Gather, f32, i64, rank = 8, indices_rank = 2);
}
