#![cfg_attr(feature = "alloc", doc = include_str!("../docs/crate.md"))]
#![cfg_attr(
    not(feature = "alloc"),
    doc = "GatherND, Gather and GatherElements without an allocator: views and calls into buffers."
)]
#![no_std]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(any(feature = "std", test))]
extern crate std;

#[cfg(feature = "alloc")]
pub mod docs;

#[cfg(feature = "ndarray")]
mod arrays;
#[cfg(feature = "alloc")]
mod dtype;
mod dynamic;
#[cfg(feature = "rayon")]
mod dynamic_par;
mod element;
#[cfg(feature = "alloc")]
mod erased;
mod error;
mod explain;
#[cfg(feature = "alloc")]
mod fill;
mod index;
mod kernel;
mod layout;
#[cfg(feature = "macros")]
mod macros;
mod nest;
mod nested;
mod options;
mod output;
mod plan;
#[cfg(feature = "alloc")]
mod prepared;
mod reshape;
mod show;
#[cfg(feature = "alloc")]
mod sizes;
#[cfg(feature = "alloc")]
mod tensor;
mod text;
#[cfg(feature = "macros")]
mod typed;
mod view;
#[cfg(feature = "alloc")]
mod view_buf;

/// Reached by expanded code only.
#[cfg(feature = "macros")]
#[doc(hidden)]
#[path = "private.rs"]
pub mod __private;

#[cfg(feature = "alloc")]
pub use kernel::reference;

#[cfg(feature = "ndarray")]
pub use arrays::GatherArray;
#[cfg(feature = "alloc")]
pub use dtype::{DType, UnknownDType};
#[cfg(feature = "alloc")]
pub use dynamic::{
    gather_dyn, gather_dyn_with, gather_elements_dyn, gather_elements_dyn_with, gather_nd_dyn,
    gather_nd_dyn_with, gather_op_dyn,
};
pub use dynamic::{
    gather_dyn_into, gather_elements_dyn_into, gather_elements_output_shape, gather_nd_dyn_into,
    gather_nd_output_shape, gather_op_dyn_into, gather_op_output_shape, gather_output_shape,
};
#[cfg(feature = "rayon")]
pub use dynamic_par::{
    gather_dyn_par, gather_elements_dyn_par, gather_nd_dyn_par, gather_op_dyn_par,
    gather_op_dyn_par_into,
};
pub use element::{ByClone, ByCopy, Element, FillValue, Mover};
#[cfg(feature = "rayon")]
pub use erased::gather_erased_par;
#[cfg(feature = "alloc")]
pub use erased::{
    ErasedError, ErasedOptions, ErasedTensor, ErasedView, explain_erased, gather_erased,
    gather_erased_into,
};
pub use error::{Coordinates, GatherError, IndexError};
pub use explain::{Explanation, explain};
#[cfg(feature = "alloc")]
pub use fill::{ErasedFill, FillBytes, FillError};
pub use gather_spec::{
    BatchOutput, BatchSizes, DepthZero, FillKind, Meaning, Negative, NonAxis, Op, Operator,
    OutOfRange, Part, Place, Preset, Role, Rules, UnknownPreset, Violation,
};
pub use index::Index;
pub use kernel::engine::cpu::Path;
pub use options::GatherOptions;
pub use output::OutputShape;
pub use plan::Plan;
#[cfg(feature = "alloc")]
pub use prepared::Prepared;
#[cfg(feature = "alloc")]
pub use tensor::{Tensor, TensorDyn};
#[cfg(all(feature = "macros", feature = "alloc"))]
pub use typed::arrays::PreparedArray;
#[cfg(feature = "macros")]
pub use typed::table::Table;
pub use view::{View, ViewDyn};
#[cfg(feature = "alloc")]
pub use view_buf::ViewBuf;
