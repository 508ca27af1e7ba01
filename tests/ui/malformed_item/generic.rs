//! An item has no parameters; the expression form can name those around it.

use gather_core::gather_kernel;

gather_kernel!(pub struct Rows<T>: Gather, T, i64, rank = 2);

fn main() {}
