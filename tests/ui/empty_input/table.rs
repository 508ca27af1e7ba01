//! The same for a table.

gather_core::gather_table!();

fn main() {}
