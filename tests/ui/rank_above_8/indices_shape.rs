//! The same for indices whose shape is written out.

use gather_core::gather_kernel;

fn main() {
    let rows = gather_kernel!(
        Gather,
        f32,
        i64,
        rank = 1,
        indices = [_, _, _, _, _, _, _, _, 4]
    );
}
