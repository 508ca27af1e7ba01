//! Near enough to be recognised.

gather_core::gather_table!(
    static LOOKUP: Gather, f32, u32, axis = 0;
    rank = 2;
    dat = [_, 768];
);

fn main() {}
