//! Two names of one thing.

use gather_core::gather_kernel;

fn main() {
    let rows = gather_kernel!(
        Gather,
        f32,
        i64,
        rank = 2,
        indices = [_, 4],
        indices_rank = 2
    );
}
