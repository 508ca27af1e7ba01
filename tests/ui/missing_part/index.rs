//! The index type was forgotten and the keys come too early.

use gather_core::gather_kernel;

fn main() {
    let pick = gather_kernel!(GatherND, f32, rank = 4);
}
