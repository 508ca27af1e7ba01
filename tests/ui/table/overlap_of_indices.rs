//! Known data against known indices.

gather_core::gather_table!(
    static LOOKUP: Gather, f32, u32, axis = 0;
    data = [_, 768];
    rank = 2, indices_rank = 1;
);

fn main() {}
