//! The same for sizes off the axis.

use gather_core::gather_kernel;

fn main() {
    let along = gather_kernel!(
        GatherElements,
        f32,
        i64,
        data = [1, 3],
        indices = [4, 3],
        axis = 1,
        non_axis = brodcast
    );
}
