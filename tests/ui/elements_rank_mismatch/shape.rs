//! The same where both shapes are written out.

use gather_core::gather_kernel;

fn main() {
    let sorted = gather_kernel!(
        GatherElements,
        f32,
        i64,
        data = [3, 3],
        indices = [3],
        axis = 1
    );
}
