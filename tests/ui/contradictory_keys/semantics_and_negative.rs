//! A preset decides it already.

use gather_core::gather_kernel;

fn main() {
    let rows = gather_kernel!(
        Gather,
        f32,
        i64,
        rank = 2,
        semantics = openvino_8,
        negative = reject
    );
}
