//! The same for a shape that is written out.

use gather_core::gather_kernel;

fn main() {
    let rows = gather_kernel!(Gather, f32, i64, data = [1, 1, 1, 1, 1, 1, 1, 2, 768]);
}
