//! Every size that is wrong.
// mistakes: 4

use gather_core::gather_kernel;

fn main() {
    let pick = gather_kernel!(
        GatherND,
        f32,
        i64,
        data = [2, 3, 4, 5],
        indices = [3, 4, 5, 2],
        batch_dims = 3
    );
}
