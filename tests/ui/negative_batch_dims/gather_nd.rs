//! GatherND does not count them from the end.

use gather_core::gather_kernel;

fn main() {
    let pick = gather_kernel!(
        GatherND,
        f32,
        i64,
        rank = 4,
        indices_rank = 3,
        batch_dims = -1
    );
}
