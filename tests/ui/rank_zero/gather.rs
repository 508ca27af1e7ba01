//! A scalar has no axis to gather along.

use gather_core::gather_kernel;

fn main() {
    let rows = gather_kernel!(Gather, f32, i64, rank = 0, indices_rank = 1);
}
