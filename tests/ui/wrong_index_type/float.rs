//! An index is an integer.

use gather_core::gather_kernel;

fn main() {
    let rows = gather_kernel!(Gather, f32, f32, rank = 2);
}
