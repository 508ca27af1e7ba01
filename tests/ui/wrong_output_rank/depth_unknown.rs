//! Without a depth the output's rank is not known to the types.

use gather_core::{GatherError, Tensor, View, gather_kernel};

fn pick(boxes: View<'_, f32, 3>, at: View<'_, i64, 2>) -> Result<Tensor<f32, 3>, GatherError> {
    gather_kernel!(GatherND, f32, i64, rank = 3).run(boxes, at)
}

fn main() {}
