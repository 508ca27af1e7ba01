//! A named kernel is an item, not a value.

use gather_core::gather_kernel;

fn main() {
    let rows = gather_kernel!(struct Rows: Gather, f32, i64, rank = 2);
}
