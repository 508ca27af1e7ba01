//! GatherND's indices hold tuples, so they have a last dimension.

use gather_core::gather_kernel;

fn main() {
    let pick = gather_kernel!(GatherND, f32, i64, rank = 2, indices_rank = 0);
}
