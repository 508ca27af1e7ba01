//! More batch dimensions than the indices have dimensions.

use gather_core::gather_kernel;

fn main() {
    let rows = gather_kernel!(
        Gather,
        f32,
        i64,
        rank = 4,
        indices_rank = 1,
        axis = 3,
        batch_dims = 2
    );
}
