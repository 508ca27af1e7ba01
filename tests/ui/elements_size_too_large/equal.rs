//! OpenVINO wants the sizes off the axis equal.

use gather_core::gather_kernel;

fn main() {
    let sorted = gather_kernel!(
        GatherElements,
        f32,
        i64,
        data = [4, 3],
        indices = [2, 2],
        axis = 0,
        semantics = openvino_8
    );
}
