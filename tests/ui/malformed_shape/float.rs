//! A size is an integer.

use gather_core::gather_kernel;

fn main() {
    let rows = gather_kernel!(Gather, f32, i64, data = [2.0, 2]);
}
