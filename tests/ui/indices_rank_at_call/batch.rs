//! Two batch dimensions and the tuples' own make at least three.

use gather_core::{GatherError, View, gather_kernel};

fn pick(data: View<'_, f32, 4>, at: View<'_, i64, 2>) -> Result<(), GatherError> {
    let pick = gather_kernel!(GatherND, f32, i64, rank = 4, batch_dims = 2, depth = 1);
    pick.run(data, at)?;
    Ok(())
}

fn main() {}
