//! A tuple is not a shape.

use gather_core::gather_kernel;

fn main() {
    let rows = gather_kernel!(Gather, f32, i64, rank = 2, indices = (2, 3));
}
