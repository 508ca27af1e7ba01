//! A lifetime that a type has and its name does not show; `Cow<'static, str>` is meant.

use std::borrow::Cow;

use gather_core::gather_kernel;

gather_kernel!(struct Words: Gather, Cow<str>, i64, rank = 1);

fn main() {
    let _ = Words;
}
