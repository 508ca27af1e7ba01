//! The same for Gather, with sizes known in part.

use gather_core::gather_kernel;

fn main() {
    let rows = gather_kernel!(
        Gather,
        f32,
        i64,
        data = [8, _, 64],
        indices = [4, _],
        axis = 1,
        batch_dims = 1
    );
}
