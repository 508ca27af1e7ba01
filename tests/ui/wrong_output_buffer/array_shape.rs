//! The buffer has the shape of data, not of the output.

use gather_core::gather_kernel;

fn main() {
    let rows = gather_kernel!(Gather, f32, i64, data = [2, 3], indices = [1]);
    let mut out = [[0.0; 3]; 2];
    let _ = rows.run_into(&[[0.0; 3]; 2], &[1], &mut out);
}
