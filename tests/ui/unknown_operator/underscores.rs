//! The name of another system.

use gather_core::gather_kernel;

gather_kernel!(struct Sorted: gather_elements, f32, i64, rank = 2);

fn main() {}
