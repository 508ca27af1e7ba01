//! The same from the other side.

use gather_core::gather_kernel;

fn main() {
    let rows = gather_kernel!(
        Gather,
        f32,
        i64,
        rank = 4,
        indices = [8, 5],
        axis = 3,
        batch_dims = -3
    );
}
