//! What is not there: `unsafe` outside the inventory, elements dropped twice or never after a panic, promises
//! without a test, crates that nobody asked for.

mod dependencies;
mod inventory;
mod panicking_clones;
mod promises;
