//! An empty shape is rank 0 as well.

use gather_core::gather_kernel;

gather_kernel!(pub struct Sorted: GatherElements, f32, i64, data = []);

fn main() {}
