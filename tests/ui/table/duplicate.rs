//! The same shapes twice.

gather_core::gather_table!(
    static LOOKUP: Gather, f32, u32, axis = 0;
    data = [_, 768];
    rank = 2;
    data = [_, 768];
);

fn main() {}
