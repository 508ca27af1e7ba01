//! Shared by the suites and the fuzz targets: the worked cases as data, an oracle that shares no code with
//! the kernels, the comparison of every way to run a call with that oracle, calls built from random
//! numbers, tensors that lie in a slice in any way, and a runner for streams of cases.

pub mod agree;
pub mod cases;
pub mod lay;
pub mod oracle;
pub mod sketch;
pub mod stream;
pub mod strided;
pub mod types;

/// The README's examples, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
pub struct Readme;

/// The guide's chapters, compiled and run. Those on `ndarray` and on threads are run by `examples/tour`, which has
/// what they need.
#[cfg(doctest)]
pub mod guide {
    #[doc = include_str!("../../docs/guide/start.md")]
    pub struct Start;

    #[doc = include_str!("../../docs/guide/static-knowledge.md")]
    pub struct StaticKnowledge;

    #[doc = include_str!("../../docs/guide/policies.md")]
    pub struct Policies;

    #[doc = include_str!("../../docs/guide/coming-from.md")]
    pub struct ComingFrom;

    #[doc = include_str!("../../docs/guide/views.md")]
    pub struct Views;

    #[doc = include_str!("../../docs/guide/erased.md")]
    pub struct Erased;

    #[doc = include_str!("../../docs/guide/performance.md")]
    pub struct Performance;

    #[doc = include_str!("../../docs/guide/errors.md")]
    pub struct Errors;
}
