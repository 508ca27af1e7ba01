//! The same for GatherElements.

use gather_core::gather_kernel;

fn main() {
    let sorted = gather_kernel!(
        GatherElements,
        u8,
        i64,
        data = [2, 9223372036854775808],
        axis = 1
    );
}
