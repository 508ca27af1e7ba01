//! A tuple without coordinates picks everything, which ONNX forbids.

use gather_core::gather_kernel;

fn main() {
    let pick = gather_kernel!(GatherND, f32, i64, rank = 3, depth = 0);
}
