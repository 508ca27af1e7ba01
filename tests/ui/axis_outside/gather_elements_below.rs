//! GatherElements, below, as an item.

use gather_core::gather_kernel;

gather_kernel!(struct Sorted: GatherElements, f32, i64, rank = 3, axis = -4);

fn main() {}
