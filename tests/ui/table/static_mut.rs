//! A table does not change.

gather_core::gather_table!(static mut LOOKUP: Gather, f32, u32, axis = 0; rank = 2);

fn main() {}
