//! ONNX's GatherND got `batch_dims` in opset 12.

use gather_core::gather_kernel;

fn main() {
    let pick = gather_kernel!(
        GatherND,
        f32,
        i64,
        rank = 3,
        batch_dims = 1,
        semantics = onnx_11
    );
}
