//! NumPy repeats a size of 1, and only that.

use gather_core::gather_kernel;

gather_kernel!(
    struct Along: GatherElements, f32, i64, data = [4, _], indices = [2, _], axis = -1, non_axis = broadcast
);

fn main() {}
