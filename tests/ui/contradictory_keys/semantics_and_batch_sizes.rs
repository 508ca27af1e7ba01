//! A preset decides it already.

use gather_core::gather_kernel;

fn main() {
    let pick = gather_kernel!(
        GatherND,
        f32,
        i64,
        rank = 3,
        batch_dims = 2,
        semantics = onnx_13,
        batch_sizes = broadcast
    );
}
