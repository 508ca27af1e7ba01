//! A constant of the program cannot be seen by a macro.

use gather_core::gather_kernel;

const RANK: usize = 4;

fn main() {
    let pick = gather_kernel!(GatherND, f32, i64, rank = RANK);
}
