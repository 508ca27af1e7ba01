//! What is gathered is common to all entries.
// mistakes: 2

gather_core::gather_table!(
    static LOOKUP: Gather, f32, u32;
    data = [_, 768], axis = 1;
    rank = 2, axis = 1;
);

fn main() {}
