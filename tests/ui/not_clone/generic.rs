//! A type parameter needs the bound.

use gather_core::{GatherError, Tensor, View, gather_kernel};

fn pick<T>(all: View<'_, T, 1>, at: View<'_, u32, 1>) -> Result<Tensor<T, 1>, GatherError> {
    gather_kernel!(Gather, T, u32, rank = 1).run(all, at)
}

fn main() {}
