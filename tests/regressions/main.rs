//! What went wrong elsewhere, so that it cannot here: each finding in another engine as a test with its
//! name, then what could go wrong in ours.

mod elsewhere;
mod fast_paths;
mod indices;
mod ranks;
mod review;
mod sizes;

/// A shape in a table.
type Shape = &'static [usize];

/// Indices in a table.
type Values = &'static [i128];
