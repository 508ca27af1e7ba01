//! Where versions differ one is asked for; the newest is named.

use gather_core::gather_kernel;

fn main() {
    let rows = gather_kernel!(Gather, f32, i64, rank = 2, semantics = openvino);
}
