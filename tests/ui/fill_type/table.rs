//! Nor in a table, whose value is common to its entries and told once.

gather_core::gather_table!(
    static LOOKUP: Gather, f32, u32, axis = 0, out_of_range = fill("nothing");
    rank = 2;
    data = [_, 768];
);

fn main() {}
