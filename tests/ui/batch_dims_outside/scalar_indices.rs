//! A scalar index has no batch.

use gather_core::gather_kernel;

fn main() {
    let row = gather_kernel!(
        Gather,
        f32,
        i64,
        rank = 2,
        indices = [],
        axis = 1,
        batch_dims = 1
    );
}
