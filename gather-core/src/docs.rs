//! What the operators mean, a page each, and how the systems differ.

#[doc = include_str!("../docs/gather_nd.md")]
pub mod gather_nd {}

#[doc = include_str!("../docs/gather.md")]
pub mod gather {}

#[doc = include_str!("../docs/gather_elements.md")]
pub mod gather_elements {}

#[doc = include_str!("../docs/systems.md")]
pub mod systems {}
