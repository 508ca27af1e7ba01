//! Data and indices disagree on the batch.

use gather_core::gather_kernel;

fn main() {
    let pick = gather_kernel!(
        GatherND,
        f32,
        i64,
        data = [30, 2, 100],
        indices = [30, 3, 1],
        batch_dims = 2
    );
}
