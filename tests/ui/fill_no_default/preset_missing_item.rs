//! The same as an item.

use gather_core::gather_kernel;

#[derive(Clone)]
struct Label(char);

gather_kernel!(struct Labels: Gather, Label, i64, rank = 1, semantics = jax_fill);

fn main() {}
