//! The kernels: they take a [`Plan`](crate::Plan) and move elements.
//!
//! - [`general`]: every operator, index type, element and policy, a block of rows at a time: index
//!   stage ([`address`]: tuples to row positions) and copy stage (rows to a [`sink`]).
//! - [`bytes`]: `Copy` elements of any type as units of 1, 2, 4, 8 or 16 bytes, so that the loops are
//!   compiled per width.
//! - [`engine`]: `Copy` elements as bytes, fast: an index stage and a copy stage, compiled for AVX2 as well.
//! - [`tiny`]: calls so small that a plan would cost more than the work.
//! - [`crate::reference`]: the operators straight from their formulas, slow and plain, to compare with.

pub(crate) mod address;
pub(crate) mod bytes;
pub(crate) mod engine;
pub(crate) mod general;
#[cfg(feature = "rayon")]
pub(crate) mod parallel;
#[cfg(feature = "alloc")]
pub mod reference;
pub(crate) mod sink;
pub(crate) mod tiny;
pub(crate) mod work;
