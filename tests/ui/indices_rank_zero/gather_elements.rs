//! GatherElements has an index for each element; a scalar index is Gather's.

use gather_core::gather_kernel;

fn main() {
    let sorted = gather_kernel!(GatherElements, f32, i64, data = [3, 3], indices = []);
}
