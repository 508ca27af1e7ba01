//! An item names its lifetimes; `&'static str` is meant.

use gather_core::gather_kernel;

gather_kernel!(struct Words: Gather, &str, i64, rank = 1);

fn main() {}
