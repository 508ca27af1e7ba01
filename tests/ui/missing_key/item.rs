//! The same as an item, with the indices known.

use gather_core::gather_kernel;

gather_kernel!(pub struct Rows: Gather, f32, i64, indices = [2, 2]);

fn main() {}
