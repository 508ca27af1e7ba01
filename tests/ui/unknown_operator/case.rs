//! Near enough to be recognised.

use gather_core::gather_kernel;

fn main() {
    let pick = gather_kernel!(GatherNd, f32, i64, rank = 4);
}
