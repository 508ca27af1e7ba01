//! Shared by the suites: the worked cases as data, an oracle that shares no code with the kernels, and
//! the comparison of every way to run a call with that oracle.

pub mod agree;
pub mod cases;
pub mod oracle;
pub mod types;

/// The README's examples, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
pub struct Readme;
