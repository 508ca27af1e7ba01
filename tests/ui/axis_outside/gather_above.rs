//! The axes of rank 2 are 0 and 1.

use gather_core::gather_kernel;

fn main() {
    let rows = gather_kernel!(Gather, f32, i64, rank = 2, axis = 2);
}
