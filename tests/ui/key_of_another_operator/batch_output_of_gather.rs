//! Only OpenVINO's GatherND-5 flattens.

use gather_core::gather_kernel;

fn main() {
    let rows = gather_kernel!(
        Gather,
        f32,
        i64,
        rank = 3,
        axis = 2,
        batch_dims = 2,
        batch_output = flattened
    );
}
