//! A misspelt axis is not judged as if it were 0.

use gather_core::gather_kernel;

fn main() {
    let rows = gather_kernel!(Gather, f32, i64, rank = 3, axes = 1, batch_dims = 1);
}
