//! -1 of three dimensions is 2, which the message says.

use gather_core::gather_kernel;

fn main() {
    let rows = gather_kernel!(
        Gather,
        f32,
        i64,
        rank = 4,
        indices_rank = 3,
        axis = -3,
        batch_dims = -1
    );
}
