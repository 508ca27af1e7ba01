//! The same with all sizes known, as an item.

use gather_core::gather_kernel;

#[derive(Clone)]
struct Label(char);

gather_kernel!(struct Labels: Gather, Label, i64, data = [2], indices = [2], out_of_range = fill);

fn main() {}
