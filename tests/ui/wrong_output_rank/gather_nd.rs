//! Rank 3, batch 1, depth 1 and indices of rank 3 give an output of rank 3.

use gather_core::{GatherError, Tensor, View, gather_kernel};

fn pick(boxes: View<'_, f32, 3>, at: View<'_, i64, 3>) -> Result<Tensor<f32, 2>, GatherError> {
    gather_kernel!(GatherND, f32, i64, rank = 3, batch_dims = 1, depth = 1).run(boxes, at)
}

fn main() {}
