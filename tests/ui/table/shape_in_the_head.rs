//! Shapes differ from entry to entry.

gather_core::gather_table!(
    static LOOKUP: Gather, f32, u32, rank = 2, axis = 0;
    data = [_, 768];
);

fn main() {}
