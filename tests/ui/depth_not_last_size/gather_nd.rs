//! `depth` and the last size of the indices are one number.

use gather_core::gather_kernel;

fn main() {
    let pick = gather_kernel!(GatherND, f32, i64, rank = 4, depth = 3, indices = [_, 2]);
}
