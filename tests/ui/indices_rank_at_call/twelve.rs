//! Typed kernels end at rank 8, on both sides.

use gather_core::{View, gather_kernel};

fn main() {
    let pick = gather_kernel!(GatherND, u8, i64, rank = 3, batch_dims = 1, depth = 1);
    let data = [[[1, 2]]];
    let _ = pick.run(View::from(&data), View::new(&[0], [1; 12]).unwrap());
}
