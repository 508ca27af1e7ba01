//! PyTorch has nothing like GatherND.

use gather_core::gather_kernel;

fn main() {
    let pick = gather_kernel!(GatherND, f32, i64, rank = 3, semantics = torch);
}
