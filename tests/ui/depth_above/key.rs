//! There is a coordinate more than data has dimensions.

use gather_core::gather_kernel;

fn main() {
    let pick = gather_kernel!(GatherND, f32, i64, rank = 3, depth = 4);
}
