//! A word that the key does not know.

use gather_core::gather_kernel;

fn main() {
    let pick = gather_kernel!(GatherND, f32, i64, rank = 2, depth_zero = allow);
}
