//! A sign makes no literal of a name.

use gather_core::gather_kernel;

const LAST: isize = 1;

fn main() {
    let rows = gather_kernel!(Gather, f32, i64, rank = 2, axis = -LAST);
}
