//! The same for one in angle brackets.

use gather_core::gather_kernel;

use std::borrow::Cow;

gather_kernel!(struct Words: Gather, Cow<'_, str>, i64, rank = 1);

fn main() {}
