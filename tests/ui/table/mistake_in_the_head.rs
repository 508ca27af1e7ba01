//! A mistake in the head is said once, not once for each entry.
// mistakes: 4

gather_core::gather_table!(
    static LOOKUP: Gathr, f32, f32, axsi = 0, negative = maybe;
    data = [_, 768];
    rank = 2;
    rank = 3;
);

fn main() {}
