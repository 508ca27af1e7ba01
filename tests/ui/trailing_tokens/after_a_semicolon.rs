//! The entries of a table in a kernel.

use gather_core::gather_kernel;

gather_kernel!(struct Rows: Gather, f32, i64, rank = 2; axis = 1);

fn main() {}
