//! A dimension of the indices must be left for the tuples.

use gather_core::gather_kernel;

fn main() {
    let pick = gather_kernel!(
        GatherND,
        f32,
        i64,
        rank = 4,
        batch_dims = 2,
        indices_rank = 2
    );
}
