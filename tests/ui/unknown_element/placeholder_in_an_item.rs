//! Nor in an item, however deep it stands.

use gather_core::gather_kernel;

gather_kernel!(struct Rows: Gather, (u8, Vec<_>), u32, data = [2], indices = [1]);

fn main() {}
