//! All sizes known: a row is too long.

use gather_core::gather_kernel;

gather_kernel!(struct Rows: Gather, f32, i64, data = [3, 2], indices = [2]);

fn main() {
    let _ = Rows.run(&[[0.0; 3]; 3], &[0, 1]);
}
