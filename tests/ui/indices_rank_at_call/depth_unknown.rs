//! The same where the output is dynamic.

use gather_core::{GatherError, TensorDyn, View, gather_kernel};

fn pick(data: View<'_, f32, 4>, at: View<'_, i64, 2>) -> Result<TensorDyn<f32>, GatherError> {
    gather_kernel!(GatherND, f32, i64, rank = 4, batch_dims = 2).run(data, at)
}

fn main() {}
