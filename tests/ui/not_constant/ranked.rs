//! Views are not gathered while compiling; only where all sizes are known is there an `eval`.

use gather_core::gather_kernel;

const PICKED: [u8; 2] = gather_kernel!(Gather, u8, i64, rank = 1).eval(&[1, 2, 3], &[0, 2]);

fn main() {
    let _ = PICKED;
}
