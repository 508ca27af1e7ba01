//! An unknown operator has no rules to break.

use gather_core::gather_kernel;

fn main() {
    let rows = gather_kernel!(Gathr, f32, i64, rank = 3, axis = 7, depth = 9);
}
