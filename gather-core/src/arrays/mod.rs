//! The crate `ndarray`: its arrays as views, our tensors as its arrays, the operators as methods.
//!
//! Nothing here is `unsafe`. A view of ours is a slice, and a slice over somebody else's array exists only
//! if every element between its ends belongs to that array. So an array is borrowed in place if its
//! elements lie without gaps, in any order, reversed or repeated; with gaps it is refused by `TryFrom` and
//! copied by the methods.

mod convert;
mod methods;

pub use methods::GatherArray;
