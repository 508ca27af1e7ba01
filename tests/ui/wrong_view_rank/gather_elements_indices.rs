//! GatherElements' indices have the rank of data.

use gather_core::{GatherError, Tensor, View, gather_kernel};

fn sort(data: View<'_, f32, 2>, order: View<'_, u32, 1>) -> Result<Tensor<f32, 2>, GatherError> {
    gather_kernel!(GatherElements, f32, u32, rank = 2, axis = 1).run(data, order)
}

fn main() {}
