//! A table is a static like any other.
#![deny(warnings)]

use gather_core::{Table, View, gather_table};
use std::thread;

gather_table!(
    /// Rows by width.
    pub static LOOKUP: Gather, f32, u32, axis = 0; rank = 2; data = [_, 2];
);

static BOTH: [&Table<f32, u32>; 2] = [&LOOKUP, &LOOKUP];

fn run(table: &'static Table<f32, u32>) -> Vec<f32> {
    table
        .run(View::from(&[[1.0, 2.0], [3.0, 4.0]]), View::from(&[1]))
        .unwrap()
        .into_vec()
}

fn main() {
    let threads = BOTH.map(|table| thread::spawn(move || run(table)));
    for thread in threads {
        assert_eq!(thread.join().unwrap(), [3.0, 4.0]);
    }
    assert!(format!("{LOOKUP:?}").starts_with("Table"));
}
