//! The gather nodes of ONNX models: listed, compiled into kernels, tested.
//!
//! - [`list`] reads a model and says of every Gather, GatherElements and GatherND node what the model
//!   states: attributes, shapes as far as they are known, element types. A [`NodeSpec`] writes the call of
//!   `gather_kernel!` for itself.
//! - [`build`] does that in a build script: a model in, a module of kernels named after its nodes out.
//! - [`missing_data`] names the files with weights that a model refers to and that are not there.
//! - [`run_tests`] runs ONNX node tests through the dynamic call and compares bit for bit.
//!
//! Files are input from outside: whatever is in them gives a result or an [`Error`] of one line.
//!
//! ```text
//! file ──decode──► messages   by the crate prost               proto.rs
//!      ──scan────► NodeSpec   what the model states            scan.rs, node.rs, name.rs
//!      ──front───► module     through gather-codegen           front.rs
//! test ──tensor──► bytes      one form for all encodings       tensor.rs
//!      ──gather──► bytes      the dynamic call, type by type   gather.rs, run.rs
//! ```

#![forbid(unsafe_code)]

mod element;
mod error;
mod external;
mod front;
mod gather;
mod name;
mod node;
mod proto;
mod run;
mod scan;
mod tensor;

pub use element::ElementType;
pub use error::{Error, Reason};
pub use external::missing_data;
pub use front::{Module, build, module};
pub use node::{NodeSpec, ValueSpec};
pub use run::{Outcome, Outcomes, run_tests};
pub use scan::list;
