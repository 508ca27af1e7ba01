//! A kernel has one element type.

use gather_core::{View, gather_kernel};

fn main() {
    let pick = gather_kernel!(Gather, impl Clone, u32, rank = 1);
    let _ = pick.run(View::from(&[1]), View::from(&[0]));
}
