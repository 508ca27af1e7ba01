//! The same for GatherElements, as an item.

use gather_core::gather_kernel;

gather_kernel!(struct Sorted: GatherElements, f32, i64, rank = 12, axis = 11);

fn main() {}
