//! In an axis without positions nothing is nearest.

use gather_core::gather_kernel;

const PICKED: [u8; 1] = gather_kernel!(
    Gather,
    u8,
    i64,
    data = [0],
    indices = [1],
    out_of_range = clamp
)
.eval(&[], &[0]);

fn main() {
    let _ = PICKED;
}
