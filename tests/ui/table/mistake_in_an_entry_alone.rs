//! Nothing but its own entry is wrong.

gather_core::gather_table!(
    static PICK: GatherND, f32, u32, batch_dims = 1;
    rank = 3;
    rank = 3, depth = 3;
    rank = 4, depth = 3;
);

fn main() {}
