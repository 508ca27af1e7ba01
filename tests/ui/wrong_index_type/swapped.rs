//! The element comes first.

use gather_core::gather_kernel;

fn main() {
    let rows = gather_kernel!(Gather, i64, half::f16, rank = 2);
}
