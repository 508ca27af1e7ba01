//! Wider than any address.

use gather_core::gather_kernel;

fn main() {
    let rows = gather_kernel!(Gather, f32, u128, rank = 2);
}
