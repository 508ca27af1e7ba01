//! TensorFlow has nothing like GatherElements.

use gather_core::gather_kernel;

gather_kernel!(struct Sorted: GatherElements, f32, i64, rank = 2, semantics = tensorflow);

fn main() {}
