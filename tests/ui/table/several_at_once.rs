//! One in the head, one in each of two entries.
// mistakes: 3

gather_core::gather_table!(
    static LOOKUP: Gather, f32, u32, axis = 0, negative = maybe;
    rank = 0;
    data = [_, x];
    rank = 2;
);

fn main() {}
