//! What comes out has the kernel's element.

use gather_core::{GatherError, Tensor, View, gather_kernel};

fn lookup(table: View<'_, f32, 2>, at: View<'_, u32, 1>) -> Result<Tensor<f64, 2>, GatherError> {
    gather_kernel!(Gather, f32, u32, rank = 2).run(table, at)
}

fn main() {}
