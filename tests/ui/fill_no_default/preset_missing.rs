//! JAX fills with "nothing there", which nobody knows of this type.

use gather_core::{View, gather_kernel};

#[derive(Clone)]
struct Label(char);

fn main() {
    let labels = gather_kernel!(Gather, Label, i64, rank = 1, semantics = jax_fill);
    let _ = labels.run(View::from(&[Label('a')]), View::from(&[0]));
}
