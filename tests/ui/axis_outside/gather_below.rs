//! Counted from the end they are -2 and -1.

use gather_core::gather_kernel;

fn main() {
    let rows = gather_kernel!(Gather, f32, i64, data = [_, 768], axis = -3);
}
