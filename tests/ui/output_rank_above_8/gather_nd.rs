//! GatherND: 3 - 1 dimensions of the indices and 8 - 1 of data.

use gather_core::gather_kernel;

fn main() {
    let pick = gather_kernel!(GatherND, f32, i64, rank = 8, depth = 1, indices_rank = 3);
}
