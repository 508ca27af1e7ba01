//! A batch of 1 may be repeated, one of 2 may not.

use gather_core::gather_kernel;

fn main() {
    let pick = gather_kernel!(
        GatherND,
        f32,
        i64,
        data = [6, 100],
        indices = [2, 1],
        batch_dims = 1,
        batch_sizes = broadcast
    );
}
