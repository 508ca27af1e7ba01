//! The system of the preset forbids it too.

use gather_core::gather_kernel;

fn main() {
    let pick = gather_kernel!(
        GatherND,
        f32,
        i64,
        rank = 3,
        depth = 0,
        semantics = openvino_8
    );
}
