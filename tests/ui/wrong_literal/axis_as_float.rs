//! There is nothing between two axes.

use gather_core::gather_kernel;

fn main() {
    let rows = gather_kernel!(Gather, f32, i64, rank = 2, axis = 1.5);
}
