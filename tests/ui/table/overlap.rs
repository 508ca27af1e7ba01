//! A table of [4, 768] fits both, and neither is more specific.

gather_core::gather_table!(
    static LOOKUP: Gather, f32, u32, axis = 0;
    data = [_, 768];
    data = [4, _];
);

fn main() {}
