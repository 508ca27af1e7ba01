//! As in CANN's attribute; here it is a word.

use gather_core::gather_kernel;

fn main() {
    let pick = gather_kernel!(GatherND, f32, i64, rank = 2, negative = true);
}
