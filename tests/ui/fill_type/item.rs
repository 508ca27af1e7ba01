//! The same as an item.

use gather_core::gather_kernel;

gather_kernel!(struct Pick: GatherND, u8, i64, rank = 2, out_of_range = fill(0.5));

fn main() {}
