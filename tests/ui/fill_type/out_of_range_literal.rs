//! A number that the element cannot hold.

use gather_core::gather_kernel;

gather_kernel!(struct Pick: Gather, u8, i64, rank = 1, out_of_range = fill(256));

fn main() {}
