//! A name that does not exist.

use gather_core::gather_kernel;

fn main() {
    let _ = gather_kernel!(Gather, f32, i64, rank = 1, out_of_range = fill(PADDING));
}
