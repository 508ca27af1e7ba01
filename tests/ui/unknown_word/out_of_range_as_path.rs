//! The names of the library's own types are not the words of the macro.

use gather_core::gather_kernel;

fn main() {
    let rows = gather_kernel!(Gather, f32, i64, rank = 2, out_of_range = OutOfRange::Clamp);
}
