//! All sizes known: it takes arrays, not views.

use gather_core::{View, gather_kernel};

fn main() {
    let rows = gather_kernel!(Gather, u8, u8, data = [3], indices = [2]);
    let _ = rows.run(View::from(&[1, 2, 3]), View::from(&[0, 1]));
}
