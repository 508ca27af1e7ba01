//! `rank = 4 batch_dims = 2`

use gather_core::gather_kernel;

gather_kernel!(struct Pick: GatherND, f32, i64, rank = 4 batch_dims = 2);

fn main() {}
