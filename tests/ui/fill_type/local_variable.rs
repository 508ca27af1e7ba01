//! A kernel has no state, so the value is a constant.

use gather_core::gather_kernel;

fn main() {
    let padding = 0.5;
    let _ = gather_kernel!(Gather, f32, i64, rank = 1, out_of_range = fill(padding));
    println!("{padding}");
}
