//! A lifetime is not found out in an item.

use gather_core::gather_kernel;

gather_kernel!(struct Words: Gather, Option<&'_ str>, i64, rank = 1);

fn main() {}
