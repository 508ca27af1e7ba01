//! A table without kernels is the dynamic call.

gather_core::gather_table!(static LOOKUP: Gather, f32, u32, axis = 0;);

fn main() {}
