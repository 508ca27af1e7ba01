//! Nor can it be of a type parameter; `fill` alone can.

use gather_core::{GatherError, Tensor, View, gather_kernel};

fn pad<T: Clone + From<u8>>(
    data: View<'_, T, 1>,
    at: View<'_, u32, 1>,
) -> Result<Tensor<T, 1>, GatherError> {
    gather_kernel!(Gather, T, u32, rank = 1, out_of_range = fill(T::from(0))).run(data, at)
}

fn main() {}
