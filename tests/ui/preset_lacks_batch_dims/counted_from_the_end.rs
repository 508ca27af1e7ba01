//! A negative `batch_dims` that counts as 0 would do; this one counts as 1.

use gather_core::gather_kernel;

fn main() {
    let rows = gather_kernel!(
        Gather,
        f32,
        i64,
        rank = 3,
        indices_rank = 2,
        axis = 1,
        batch_dims = -1,
        semantics = numpy_raise
    );
}
