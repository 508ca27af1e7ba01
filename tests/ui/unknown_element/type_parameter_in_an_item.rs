//! An item cannot use the parameters of the function around it; an expression can.

use gather_core::gather_kernel;

fn pick<T: Clone>(_all: &[T]) {
    gather_kernel!(struct Pick: Gather, T, i64, rank = 1);
}

fn main() {}
