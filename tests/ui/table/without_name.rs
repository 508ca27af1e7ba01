//! A static and no name.

gather_core::gather_table!(static Gather, f32, u32, axis = 0; rank = 2;);

fn main() {}
