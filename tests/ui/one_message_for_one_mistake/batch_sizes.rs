//! The same for sizes of the batch.

use gather_core::gather_kernel;

fn main() {
    let pick = gather_kernel!(
        GatherND,
        f32,
        i64,
        data = [1, 3],
        indices = [4, 1],
        batch_dims = 1,
        batch_size = broadcast
    );
}
