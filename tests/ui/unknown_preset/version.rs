//! A version that makes no difference has no name.

use gather_core::gather_kernel;

fn main() {
    let rows = gather_kernel!(Gather, f32, i64, rank = 2, semantics = onnx_18);
}
