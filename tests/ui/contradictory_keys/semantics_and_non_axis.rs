//! A preset decides it already.

use gather_core::gather_kernel;

fn main() {
    let sorted = gather_kernel!(
        GatherElements,
        f32,
        i64,
        rank = 2,
        semantics = torch,
        non_axis = equal
    );
}
