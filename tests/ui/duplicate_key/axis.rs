//! Even if it says the same.

use gather_core::gather_kernel;

gather_kernel!(struct Rows: Gather, f32, i64, rank = 2, axis = 0, axis = 0);

fn main() {}
