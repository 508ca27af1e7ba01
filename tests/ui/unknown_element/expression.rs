//! A type that does not exist is said to be so once.

use gather_core::gather_kernel;

fn main() {
    let _ = gather_kernel!(Gather, f23, i64, rank = 1);
}
