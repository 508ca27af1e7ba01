//! The rank of the indices where their shape belongs.

use gather_core::gather_kernel;

fn main() {
    let rows = gather_kernel!(Gather, f32, i64, rank = 2, indices = 1);
    let _ = rows;
}
