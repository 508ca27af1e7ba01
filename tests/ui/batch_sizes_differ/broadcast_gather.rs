//! The same for Gather: 3 against 2, while 1 against 4 is repeated.

use gather_core::gather_kernel;

fn main() {
    let rows = gather_kernel!(
        Gather,
        f32,
        i64,
        data = [1, 3, 5],
        indices = [4, 2, 6],
        axis = 2,
        batch_dims = 2,
        batch_sizes = broadcast
    );
}
