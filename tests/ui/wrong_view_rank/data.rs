//! The kernel was made for rank 4.

use gather_core::{GatherError, TensorDyn, View, gather_kernel};

fn pick(data: View<'_, f32, 3>, at: View<'_, i64, 4>) -> Result<TensorDyn<f32>, GatherError> {
    gather_kernel!(GatherND, f32, i64, rank = 4, batch_dims = 2).run(data, at)
}

fn main() {}
