//! Documentation belongs to an item.

use gather_core::gather_kernel;

fn main() {
    let rows = gather_kernel!(
        /// Rows by number.
        Gather, f32, i64, rank = 2
    );
}
