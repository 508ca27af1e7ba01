//! CANN's GatherNd has none, as an item.

use gather_core::gather_kernel;

gather_kernel!(struct Pick: GatherND, f32, i64, rank = 3, batch_dims = 2, semantics = cann_negative);

fn main() {}
