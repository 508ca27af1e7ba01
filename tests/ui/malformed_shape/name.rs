//! A constant of the program cannot be seen by a macro.

use gather_core::gather_kernel;

const WIDTH: usize = 768;

fn main() {
    let rows = gather_kernel!(Gather, f32, i64, data = [_, WIDTH]);
}
