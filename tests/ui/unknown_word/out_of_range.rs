//! A word that the key does not know.

use gather_core::gather_kernel;

fn main() {
    let rows = gather_kernel!(Gather, f32, i64, rank = 2, out_of_range = clip);
}
