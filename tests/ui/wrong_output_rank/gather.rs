//! A matrix of indices gives rows in a matrix: rank 3.

use gather_core::{GatherError, Tensor, View, gather_kernel};

gather_kernel!(struct Embed: Gather, f32, u32, data = [_, 768]);

fn embed(table: View<'_, f32, 2>, tokens: View<'_, u32, 2>) -> Result<Tensor<f32, 2>, GatherError> {
    Embed.run(table, tokens)
}

fn main() {}
