//! Nothing says what data looks like.

use gather_core::gather_kernel;

fn main() {
    let rows = gather_kernel!(Gather, f32, i64, axis = 1);
}
