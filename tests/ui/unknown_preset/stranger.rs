//! Nothing is near it, so all presets are listed.

use gather_core::gather_kernel;

fn main() {
    let rows = gather_kernel!(Gather, f32, i64, rank = 2, semantics = matlab);
}
