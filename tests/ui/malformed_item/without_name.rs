//! A `struct` and no name.

use gather_core::gather_kernel;

gather_kernel!(pub struct Gather, f32, i64, rank = 2);

fn main() {}
