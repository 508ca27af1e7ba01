//! The same with an array, which has one dimension too few.

use gather_core::{View, gather_kernel};

fn main() {
    let rows = gather_kernel!(Gather, f32, u32, data = [_, _, 4]);
    let _ = rows.run(View::from(&[[1.0_f32; 4]; 3]), View::from(&[0]));
}
