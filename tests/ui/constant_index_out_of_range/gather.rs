//! A constant gather is done by the compiler, and so is its check.

use gather_core::gather_kernel;

const TABLE: [u8; 3] = [10, 20, 30];
const PICKED: [u8; 2] =
    gather_kernel!(Gather, u8, i64, data = [3], indices = [2]).eval(&TABLE, &[0, 3]);

fn main() {
    let _ = PICKED;
}
