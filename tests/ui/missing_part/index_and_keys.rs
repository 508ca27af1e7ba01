//! It ends after the element.

use gather_core::gather_kernel;

fn main() {
    let pick = gather_kernel!(GatherND, f32);
}
