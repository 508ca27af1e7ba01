//! The same with all sizes known.

use gather_core::gather_kernel;

gather_kernel!(struct Pick: Gather, u8, i64, data = [3], indices = [2], out_of_range = fill('x'));

fn main() {}
