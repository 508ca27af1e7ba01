//! So is a trait object.

use gather_core::gather_kernel;

gather_kernel!(struct Shapes: Gather, dyn Send + Sync, u32, rank = 1);

fn main() {}
