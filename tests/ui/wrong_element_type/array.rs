//! The same with all sizes known.

use gather_core::gather_kernel;

fn main() {
    let rows = gather_kernel!(Gather, u8, u32, data = [3], indices = [2]);
    let _ = rows.run(&["a", "b", "c"], &[2, 0]);
}
