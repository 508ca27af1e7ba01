//! The buffer holds another type.

use gather_core::{GatherError, View, gather_kernel};

fn lookup(
    table: View<'_, f32, 2>,
    at: View<'_, u32, 1>,
    out: &mut [f64],
) -> Result<(), GatherError> {
    gather_kernel!(Gather, f32, u32, rank = 2).run_into(table, at, out)
}

fn main() {}
