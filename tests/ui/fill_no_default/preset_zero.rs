//! OpenVINO fills with zero, which this type does not have.

use gather_core::gather_kernel;

#[derive(Clone)]
struct Label(char);

fn main() {
    let _ = gather_kernel!(Gather, Label, i64, rank = 1, semantics = openvino_8);
}
