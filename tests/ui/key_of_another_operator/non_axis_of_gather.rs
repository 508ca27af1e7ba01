//! Gather's indices need not look like data.

use gather_core::gather_kernel;

fn main() {
    let rows = gather_kernel!(Gather, f32, i64, rank = 2, non_axis = equal);
}
