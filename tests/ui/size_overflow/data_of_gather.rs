//! No machine has so many elements.

use gather_core::gather_kernel;

fn main() {
    let rows = gather_kernel!(Gather, u8, i64, data = [4294967296, 4294967296, 2]);
}
