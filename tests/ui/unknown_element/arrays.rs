//! The same with all sizes known.

use gather_core::gather_kernel;

gather_kernel!(struct Pick: Gather, pixels::Pixel, i64, data = [2], indices = [1]);

mod pixels {}

fn main() {}
