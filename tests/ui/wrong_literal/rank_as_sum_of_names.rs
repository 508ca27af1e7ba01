//! A sum is one wrong value, not two.

use gather_core::gather_kernel;

const OUTER: usize = 2;

fn main() {
    let pick = gather_kernel!(GatherND, f32, i64, rank = OUTER + 2, batch_dims = 1);
}
