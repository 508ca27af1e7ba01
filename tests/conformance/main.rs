//! What the operators mean, held against what others have written down: the worked cases, the examples
//! of the five operator documents, strings, and the policies and presets.

mod example;
mod policies;
mod seeds;
mod strings;
mod worked_cases;
