//! The same for GatherND's indices, as an item.

use gather_core::gather_kernel;

gather_kernel!(struct Pick: GatherND, f32, i64, rank = 1, depth = 1, indices_rank = 10);

fn main() {}
