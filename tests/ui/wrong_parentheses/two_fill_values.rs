//! Parentheses with two values.

use gather_core::gather_kernel;

fn main() {
    let _ = gather_kernel!(Gather, f32, i64, rank = 2, out_of_range = fill(0.0, 1.0));
}
