//! `Clone`, `Copy`, `Debug` and `Default` are given.

use gather_core::gather_kernel;

gather_kernel!(
    #[derive(Debug)]
    pub struct Rows: Gather, f32, i64, rank = 2
);

fn main() {}
