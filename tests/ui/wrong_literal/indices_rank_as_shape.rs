//! The shape of the indices where their rank belongs.

use gather_core::gather_kernel;

fn main() {
    let rows = gather_kernel!(Gather, f32, i64, rank = 2, indices_rank = [_, 3]);
    let _ = rows;
}
