//! A kernel for `i64` indices does not take `i32`.

use gather_core::{GatherError, Tensor, View, gather_kernel};

fn lookup(table: View<'_, f32, 2>, at: View<'_, i32, 1>) -> Result<Tensor<f32, 2>, GatherError> {
    gather_kernel!(Gather, f32, i64, rank = 2).run(table, at)
}

fn main() {}
