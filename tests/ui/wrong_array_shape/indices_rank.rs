//! All sizes known: the indices lack the dimension of the tuples.

use gather_core::gather_kernel;

fn main() {
    let pick = gather_kernel!(GatherND, f32, i64, data = [3, 2], indices = [2, 1]);
    let _ = pick.run(&[[0.0; 2]; 3], &[0, 1]);
}
