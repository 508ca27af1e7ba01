//! What the operators mean, a page each; how the systems differ; how to use the macro; what a call costs.

#[doc = include_str!("../docs/gather_nd.md")]
pub mod gather_nd {}

#[doc = include_str!("../docs/gather.md")]
pub mod gather {}

#[doc = include_str!("../docs/gather_elements.md")]
pub mod gather_elements {}

#[doc = include_str!("../docs/systems.md")]
pub mod systems {}

#[doc = include_str!("../docs/performance.md")]
pub mod performance {}

#[cfg(feature = "macros")]
#[doc = include_str!("../docs/degrees.md")]
pub mod degrees {}

#[cfg(feature = "macros")]
#[doc = include_str!("../docs/compiler.md")]
pub mod compiler {}
