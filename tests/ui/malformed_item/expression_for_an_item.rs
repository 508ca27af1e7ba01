//! A kernel that stands as an item needs a name.

use gather_core::gather_kernel;

gather_kernel!(Gather, f32, i64, rank = 2);

fn main() {}
