//! Indices are views of integers, not of references.

use gather_core::gather_kernel;

fn main() {
    let rows = gather_kernel!(Gather, f32, &'static i64, rank = 2);
}
