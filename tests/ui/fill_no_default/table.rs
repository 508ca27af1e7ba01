//! The same in a table.

#[derive(Clone)]
struct Label(char);

gather_core::gather_table!(static LABELS: Gather, Label, i64, out_of_range = fill; rank = 1;);

fn main() {}
