//! Shared by the suites: the worked cases as data, and an oracle that shares no code with the kernels.

pub mod cases;
pub mod oracle;

/// The README's examples, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
pub struct Readme;
