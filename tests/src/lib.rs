//! Shared by the suites: the worked cases as data, and an oracle that shares no code with the kernels.

pub mod cases;
pub mod oracle;
