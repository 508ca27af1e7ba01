//! As an argument of a generic function.

use gather_core::gather_kernel;

fn show<K: Copy + std::fmt::Debug>(kernel: K) {
    println!("{kernel:?}");
}

fn main() {
    show(gather_kernel!(Gather, u8, i64, rank = 3, batch_dims = 1));
}
