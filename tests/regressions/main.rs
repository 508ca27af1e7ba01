//! What went wrong elsewhere, so that it cannot here: each finding in another engine as a test with its
//! name, then what could go wrong in ours.

mod elsewhere;
mod fast_paths;
mod found_by_fuzzing;
mod indices;
mod lanes;
mod lines;
mod ranks;
mod review;
mod sizes;

/// A shape in a table.
type Shape = &'static [usize];

/// Indices in a table.
type Values = &'static [i128];
