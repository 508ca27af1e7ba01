//! The same for the indices.

use gather_core::gather_kernel;

fn main() {
    let rows = gather_kernel!(
        Gather,
        u8,
        i64,
        rank = 1,
        indices = [4294967296, 8589934592]
    );
}
