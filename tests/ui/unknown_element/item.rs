//! The same as an item.

use gather_core::gather_kernel;

gather_kernel!(struct Pick: Gather, f23, i64, rank = 1);

fn main() {}
