//! A misspelt choice is not judged as if it had not been made.

use gather_core::gather_kernel;

fn main() {
    let pick = gather_kernel!(GatherND, f32, i64, rank = 2, depth = 0, depth_zero = copied);
}
