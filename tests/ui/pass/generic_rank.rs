//! Functions generic over the rank of the indices: through a known depth's absence, and by `run_into`.
#![deny(warnings)]

use gather_core::{GatherError, View, gather_kernel};

fn embed<const Q: usize>(
    table: View<'_, f32, 2>,
    at: View<'_, u32, Q>,
    out: &mut [f32],
) -> Result<(), GatherError> {
    gather_kernel!(Gather, f32, u32, data = [_, 2]).run_into(table, at, out)
}

fn elements<const Q: usize>(table: &[usize; 2], at: &[usize; Q]) -> Result<usize, GatherError> {
    Ok(gather_kernel!(Gather, f32, u32, data = [_, 2])
        .output_shape(table, at)?
        .elements())
}

fn main() {
    let table = [[1.0, 2.0], [3.0, 4.0]];
    let mut out = [0.0; 2];
    embed(View::from(&table), View::<_, 0>::from(&1), &mut out).unwrap();
    assert_eq!(out, [3.0, 4.0]);
    let mut out = [0.0; 4];
    embed(View::from(&table), View::from(&[[1, 0]]), &mut out).unwrap();
    assert_eq!(out, [3.0, 4.0, 1.0, 2.0]);
    assert_eq!(elements(&[9, 2], &[3, 4, 5]).unwrap(), 120);
}
