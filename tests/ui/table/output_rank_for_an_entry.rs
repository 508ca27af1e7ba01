//! What the operator is blamed for names the entry as well.

gather_core::gather_table!(
    static LOOKUP: Gather, f32, u32;
    rank = 2;
    rank = 8, indices_rank = 3;
);

fn main() {}
