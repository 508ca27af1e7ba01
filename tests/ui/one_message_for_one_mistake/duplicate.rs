//! Of a key that is given twice the first counts, and the second says nothing more.

use gather_core::gather_kernel;

fn main() {
    let rows = gather_kernel!(Gather, f32, i64, rank = 3, axis = 1, axis = 7);
}
