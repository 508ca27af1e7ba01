//! All sizes known: the data has one row too few.

use gather_core::gather_kernel;

fn main() {
    let rows = gather_kernel!(Gather, f32, i64, data = [3, 2], indices = [2]);
    let _ = rows.run(&[[1.0, 2.0], [3.0, 4.0]], &[0, 1]);
}
