//! Counting from the end was not asked for.

use gather_core::gather_kernel;

const LAST: char = gather_kernel!(
    Gather,
    char,
    i64,
    data = [3],
    indices = [],
    negative = reject
)
.eval(&['a', 'b', 'c'], &-1);

fn main() {
    let _ = LAST;
}
