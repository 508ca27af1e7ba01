//! A slice is gathered by reference.

use gather_core::gather_kernel;

gather_kernel!(struct Rows: Gather, [u8], u32, data = [2], indices = [1]);

fn main() {}
