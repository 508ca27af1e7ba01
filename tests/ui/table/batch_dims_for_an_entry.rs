//! The axis is 0 where none is given. Which entry it is does not matter.

gather_core::gather_table!(
    static LOOKUP: Gather, f32, u32, batch_dims = 1;
    rank = 2;
    rank = 3;
);

fn main() {}
