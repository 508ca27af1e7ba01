//! A view whose rank is not known in the types goes to the dynamic call, or through `try_from`.

use gather_core::{GatherError, Tensor, View, ViewDyn, gather_kernel};

fn lookup(table: ViewDyn<'_, f32>, at: View<'_, u32, 1>) -> Result<Tensor<f32, 2>, GatherError> {
    gather_kernel!(Gather, f32, u32, rank = 2).run(table, at)
}

fn main() {}
