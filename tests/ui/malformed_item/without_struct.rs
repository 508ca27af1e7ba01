//! A visibility and no `struct`.

use gather_core::gather_kernel;

gather_kernel!(pub Rows: Gather, f32, i64, rank = 2);

fn main() {}
