//! A preset decides it already.

use gather_core::gather_kernel;

gather_kernel!(
    struct Rows: Gather, f32, i64, rank = 2, out_of_range = fill(1.0), semantics = jax_fill
);

fn main() {}
