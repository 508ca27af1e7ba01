//! A fill value stands in an item of its own, and so does the element then.

use gather_core::{View, gather_kernel};

fn main() {
    let pick = gather_kernel!(Gather, &str, u32, rank = 1, out_of_range = fill("none"));
    let _ = pick.run(View::from(&["a"]), View::from(&[0]));
}
