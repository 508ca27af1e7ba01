//! A misspelt `rank` is not also missing.

use gather_core::gather_kernel;

gather_kernel!(struct Pick: GatherND, f32, i64, ranks = 4);

fn main() {}
