//! A `str` is gathered by reference.

use gather_core::gather_kernel;

fn main() {
    let _ = gather_kernel!(Gather, str, i64, rank = 1);
}
