//! The rank of the indices is part of the kernel.

use gather_core::{GatherError, Tensor, View, gather_kernel};

gather_kernel!(struct PickBoxes: GatherND, f32, i64, rank = 3, batch_dims = 1, depth = 1, indices_rank = 3);

fn pick(boxes: View<'_, f32, 3>, at: View<'_, i64, 2>) -> Result<Tensor<f32, 3>, GatherError> {
    PickBoxes.run(boxes, at)
}

fn main() {}
