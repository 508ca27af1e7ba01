//! The axis is 0 where none is given.

use gather_core::gather_kernel;

fn main() {
    let rows = gather_kernel!(Gather, f32, i64, rank = 4, batch_dims = 1);
}
