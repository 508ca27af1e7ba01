//! A word that the key does not know.

use gather_core::gather_kernel;

fn main() {
    let sorted = gather_kernel!(GatherElements, f32, i64, rank = 2, non_axis = any);
}
