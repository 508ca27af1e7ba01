//! Where depth 0 is allowed the message says so.

use gather_core::gather_kernel;

fn main() {
    let pick = gather_kernel!(GatherND, f32, i64, rank = 2, depth = 3, depth_zero = copy);
}
