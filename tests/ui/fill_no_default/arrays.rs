//! The same with all sizes known.

use gather_core::gather_kernel;

#[derive(Clone)]
struct Label(char);

fn main() {
    let _ = gather_kernel!(
        Gather,
        Label,
        i64,
        data = [2],
        indices = [2],
        out_of_range = fill
    );
}
