//! Between key and value stands `=`, not an arrow.

use gather_core::gather_kernel;

fn main() {
    let pick = gather_kernel!(GatherND, f32, i64, rank => 4);
}
