//! What the operators mean, held against what others have written down: the worked cases, the examples
//! of the five operator documents, strings, the policies and presets, and the oracle.

mod example;
mod oracle;
mod policies;
mod seeds;
mod strings;
mod worked_cases;
