//! An unreadable `batch_dims` is not judged as if it were 0.

use gather_core::gather_kernel;

fn main() {
    let pick = gather_kernel!(
        GatherND,
        f32,
        i64,
        data = [2, 3, 4],
        indices = [2, 1],
        batch_dims = one,
        depth = 1
    );
}
