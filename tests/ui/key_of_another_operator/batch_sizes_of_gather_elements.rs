//! GatherElements has no batch.

use gather_core::gather_kernel;

fn main() {
    let sorted = gather_kernel!(GatherElements, f32, i64, rank = 2, batch_sizes = broadcast);
}
