//! GatherElements wants as many dimensions in the indices as in data.

use gather_core::gather_kernel;

fn main() {
    let sorted = gather_kernel!(GatherElements, f32, i64, rank = 3, indices_rank = 2);
}
