//! A type parameter needs the bound.

use gather_core::{GatherError, Tensor, View, gather_kernel};

fn pick<T: Clone>(all: View<'_, T, 1>, at: View<'_, u32, 1>) -> Result<Tensor<T, 1>, GatherError> {
    gather_kernel!(Gather, T, u32, rank = 1, out_of_range = fill).run(all, at)
}

fn main() {}
