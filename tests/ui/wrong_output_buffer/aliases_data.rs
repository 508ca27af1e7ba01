//! The buffer may not be part of data.

use gather_core::{GatherError, View, gather_kernel};

fn reverse(values: &mut [f32; 3]) -> Result<(), GatherError> {
    let pick = gather_kernel!(Gather, f32, u32, rank = 1);
    pick.run_into(View::from(&*values), View::from(&[2, 1, 0]), values)
}

fn main() {}
