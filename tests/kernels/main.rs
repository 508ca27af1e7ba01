//! Kernels of `gather_kernel!` and `gather_table!` held to the dynamic call.
//!
//! [`list`] has the specs, once. [`written`] reads a spec a second time, [`input`] draws calls for it, good
//! and bad, [`subject`] compares.

#[macro_use]
mod written;
#[macro_use]
mod subject;
#[macro_use]
mod list;

mod allocation;
mod clones;
mod compare;
mod fixed;
mod forms;
mod input;
mod names;
mod nested;
mod sample;
mod seeds;
mod tables;
