//! All sizes known: the result has a shape of its own.

use gather_core::gather_kernel;

fn main() {
    let rows = gather_kernel!(Gather, f32, i64, data = [3, 2], indices = [2]);
    let _: [f32; 4] = rows.run(&[[0.0; 2]; 3], &[0, 1]).unwrap();
}
