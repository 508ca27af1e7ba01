//! The axis is right for some entries; the first for which it is not is named.

gather_core::gather_table!(
    static LOOKUP: Gather, f32, u32, axis = 2;
    rank = 3;
    data = [_, 768];
    data = [_, 1024];
    rank = 1;
);

fn main() {}
