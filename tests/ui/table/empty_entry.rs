//! Two semicolons in a row.

gather_core::gather_table!(
    static LOOKUP: Gather, f32, u32, axis = 0;
    rank = 2;;
);

fn main() {}
