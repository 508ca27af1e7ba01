//! The system has presets, of which one is to be chosen.

use gather_core::gather_kernel;

fn main() {
    let rows = gather_kernel!(Gather, f32, i64, rank = 2, semantics = numpy);
}
