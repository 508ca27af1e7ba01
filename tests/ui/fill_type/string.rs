//! A `String` is not its literal.

use gather_core::gather_kernel;

gather_kernel!(struct Words: Gather, String, i64, rank = 1, out_of_range = fill("<unk>"));

fn main() {}
