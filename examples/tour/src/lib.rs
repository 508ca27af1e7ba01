//! The programs of the tour are in `src/bin`. This library holds what of the guide needs their dependencies.

/// The guide's chapter on `ndarray`, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/guide/ndarray.md")]
pub struct Ndarray;

/// The guide's chapter on threads, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/guide/threads.md")]
pub struct Threads;
