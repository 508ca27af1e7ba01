//! The same where the depth is the last size of the indices.

use gather_core::gather_kernel;

fn main() {
    let pick = gather_kernel!(
        GatherND,
        f32,
        i64,
        data = [30, 2, 100],
        indices = [30, 2, 3],
        batch_dims = 1
    );
}
