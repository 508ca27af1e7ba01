//! More than a `usize` holds.

use gather_core::gather_kernel;

fn main() {
    let rows = gather_kernel!(Gather, f32, i64, data = [18446744073709551616, 2]);
}
