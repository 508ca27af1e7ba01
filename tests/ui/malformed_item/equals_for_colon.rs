//! `=` where `:` is meant.

use gather_core::gather_kernel;

gather_kernel!(pub struct Rows = Gather, f32, i64, rank = 2);

fn main() {}
