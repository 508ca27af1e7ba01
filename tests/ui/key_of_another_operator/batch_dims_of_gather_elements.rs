//! GatherElements has no batch.

use gather_core::gather_kernel;

gather_kernel!(struct Sorted: GatherElements, f32, i64, rank = 2, batch_dims = 1);

fn main() {}
