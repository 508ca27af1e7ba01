//! In a crate whose lints are strict.

#![deny(warnings, missing_docs, missing_debug_implementations)]

use gather_core::gather_kernel;

gather_kernel!(
    /// Rows by number.
    pub struct Rows: Gather, f32, i64, rank = "two"
);

/// Runs.
pub fn run() {
    let _ = Rows.run(1, 2);
}

fn main() {}
