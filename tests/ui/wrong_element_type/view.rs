//! A kernel for `f32` does not take `f64`.

use gather_core::{GatherError, Tensor, View, gather_kernel};

fn lookup(table: View<'_, f64, 2>, at: View<'_, u32, 1>) -> Result<Tensor<f32, 2>, GatherError> {
    gather_kernel!(Gather, f32, u32, rank = 2).run(table, at)
}

fn main() {}
