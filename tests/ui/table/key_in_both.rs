//! Twice, and once in the wrong place.

gather_core::gather_table!(
    static LOOKUP: Gather, f32, u32, axis = 0;
    rank = 2, axis = 1;
);

fn main() {}
