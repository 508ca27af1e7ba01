//! The same where the rank comes from a shape.

use gather_core::gather_kernel;

fn main() {
    let pick = gather_kernel!(
        GatherND,
        f32,
        i64,
        rank = 4,
        indices = [8, 1],
        batch_dims = 3
    );
}
