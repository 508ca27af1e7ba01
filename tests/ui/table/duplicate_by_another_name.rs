//! `rank = 2` is `data = [_, _]`.

gather_core::gather_table!(
    static LOOKUP: Gather, f32, u32, axis = 0;
    rank = 2;
    data = [_, _];
);

fn main() {}
