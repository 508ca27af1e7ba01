//! The rank of the indices is known only where the kernel is called.

use gather_core::{GatherError, View, gather_kernel};

fn lookup(data: View<'_, f32, 8>, indices: View<'_, u32, 2>) -> Result<(), GatherError> {
    let rows = gather_kernel!(Gather, f32, u32, rank = 8, axis = 3);
    rows.run(data, indices)?;
    Ok(())
}

fn main() {}
