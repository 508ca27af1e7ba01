//! After a mistake in a key, reading goes on at the next comma.
// mistakes: 5

use gather_core::gather_kernel;

fn main() {
    let rows = gather_kernel!(Gather, f32, i64, rank, data = [_ 4], axis = , 7, batch_dims = "one");
}
