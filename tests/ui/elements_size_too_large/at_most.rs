//! Off the axis the indices use the leading part of data, and there is none left.

use gather_core::gather_kernel;

fn main() {
    let sorted = gather_kernel!(
        GatherElements,
        f32,
        i64,
        data = [4, 3],
        indices = [2, 5],
        axis = 0
    );
}
