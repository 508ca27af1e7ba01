//! A misspelt preset is not judged as if it were ONNX.

use gather_core::gather_kernel;

fn main() {
    let pick = gather_kernel!(
        GatherND,
        f32,
        i64,
        rank = 2,
        depth = 0,
        semantics = onnxruntim
    );
}
