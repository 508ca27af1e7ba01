//! Types first.

use gather_core::gather_kernel;

fn main() {
    let pick = gather_kernel!(f32, i64, rank = 4);
}
