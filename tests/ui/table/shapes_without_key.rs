//! A shape alone is no entry; each is told once.
// mistakes: 2

gather_core::gather_table!(
    static LOOKUP: Gather, f32, u32, axis = 0;
    [_, 768];
    [_, 1024];
);

fn main() {}
