//! Two rules of one stage, and a word on which neither depends.
// mistakes: 3

use gather_core::gather_kernel;

fn main() {
    let rows = gather_kernel!(
        Gather,
        f32,
        i64,
        rank = 2,
        indices_rank = 1,
        axis = 7,
        batch_dims = 9,
        negative = maybe
    );
}
