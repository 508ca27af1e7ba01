//! In a constant.

use gather_core::gather_kernel;

const PICKED: [u8; 2] = gather_kernel!(
    Gather,
    u8,
    i64,
    data = [3],
    indices = [_, 2],
    semantics = numpy
)
.eval(&[1, 2, 3], &[0, 2]);

fn main() {
    println!("{PICKED:?}");
}
