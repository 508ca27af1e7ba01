//! Nothing says what to fill with.

use gather_core::gather_kernel;

#[derive(Clone)]
struct Label(char);

fn main() {
    let _ = gather_kernel!(Gather, Label, i64, rank = 1, out_of_range = fill);
}
