//! The same by `run_array`.

use gather_core::{View, gather_kernel};

fn main() {
    let pick = gather_kernel!(
        GatherND,
        f32,
        i64,
        data = [_, 2, 4],
        batch_dims = 1,
        depth = 1
    );
    let _ = pick.run_array(&[[[0.0; 4]; 2]; 3], View::from(&[0, 1, 1]));
}
