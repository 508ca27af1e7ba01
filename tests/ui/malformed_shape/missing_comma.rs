//! Two sizes in a row.

use gather_core::gather_kernel;

fn main() {
    let rows = gather_kernel!(Gather, f32, i64, data = [100 768]);
}
