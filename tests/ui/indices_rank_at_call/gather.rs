//! Gather with two batch dimensions, and indices that have one.

use gather_core::{GatherError, Tensor, View, gather_kernel};

gather_kernel!(struct Rows: Gather, f32, i64, rank = 3, axis = 2, batch_dims = 2);

fn pick(data: View<'_, f32, 3>, at: View<'_, i64, 1>) -> Result<Tensor<f32, 2>, GatherError> {
    Rows.run(data, at)
}

fn main() {}
