//! A table is an item too.

gather_core::gather_table!(
    static WORDS: Gather, [&str; 2], u32;
    rank = 1;
    rank = 2;
);

fn main() {}
