//! ONNX's Gather has none in any opset.

use gather_core::gather_kernel;

fn main() {
    let rows = gather_kernel!(
        Gather,
        f32,
        i64,
        rank = 3,
        axis = 1,
        batch_dims = 1,
        semantics = onnx_13
    );
}
