//! Each is told its own double by its number.
// mistakes: 2

gather_core::gather_table!(
    static LOOKUP: Gather, f32, u32, axis = 0;
    data = [_, 768];
    data = [_, 768];
    data = [_, 1024];
    data = [_, 1024];
);

fn main() {}
