//! A function over any rank of indices must pass the question on; the dynamic call has none.

use gather_core::{GatherError, TensorDyn, View, gather_kernel};

fn pick<const Q: usize>(
    data: View<'_, f32, 3>,
    at: View<'_, i64, Q>,
) -> Result<TensorDyn<f32>, GatherError> {
    gather_kernel!(GatherND, f32, i64, rank = 3, batch_dims = 1).run(data, at)
}

fn main() {}
