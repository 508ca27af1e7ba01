//! A kernel is a struct, a table is a static.

gather_core::gather_table!(pub struct Lookup: Gather, f32, u32, axis = 0; rank = 2;);

fn main() {}
