//! And so is what an index means.

gather_core::gather_table!(
    static LOOKUP: Gather, f32, u32, axis = 0;
    data = [_, 768], out_of_range = clamp;
    rank = 2;
);

fn main() {}
