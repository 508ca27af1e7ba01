//! A depth against a size.

gather_core::gather_table!(
    static PICK: GatherND, f32, u32;
    rank = 3, depth = 2;
    data = [_, _, 4];
);

fn main() {}
