//! The rule book of the gather family: operators, attributes, choices, constraints, output shapes.
//!
//! `gather-core` asks it while a program runs, `gather-codegen` while one is compiled. A rule and its
//! message therefore exist once, and a mistake reads the same in both places.
//!
//! - [`Op`]: GatherND, Gather or GatherElements with its attributes as written.
//! - [`Rules`]: the choices that systems make differently; [`Preset`] names them by system;
//!   [`Rules::place`] says where one index value leads.
//! - [`Shape`]: a shape of which parts may be unknown.
//! - [`Call`]: all of it together. [`Call::check`] reports each broken rule as a [`Violation`], which
//!   has the numbers, one text and the [`Part`] it blames; [`Call::output_size`] is the shape rule.
//!
//! ```
//! use gather_spec::{Call, Op, Rules};
//!
//! let call = Call {
//!     op: Op::gather_nd(0),
//!     data: &[1000, 256, 10, 15][..],
//!     indices: &[25, 125, 3][..],
//!     rules: Rules::ONNX,
//! };
//! call.first_violation()?;
//! assert_eq!(call.output_rank(), Some(3));
//! assert_eq!(call.output_elements(), Some(25 * 125 * 15));
//! # Ok::<(), gather_spec::Violation>(())
//! ```
//!
//! No dependencies, no allocation, no `unsafe`.

#![no_std]
#![forbid(unsafe_code)]

#[cfg(test)]
extern crate std;

mod call;
mod check;
mod op;
mod policy;
mod preset;
mod shape;
mod violation;

pub use call::{Call, from_front};
pub use op::{Op, Operator};
pub use policy::{BatchOutput, BatchSizes, DepthZero, Negative, NonAxis, OutOfRange, Place, Rules};
pub use preset::{FillKind, Meaning, Preset, UnknownPreset};
pub use shape::{Shape, broadcast, elements};
pub use violation::{Part, Role, Violation};
