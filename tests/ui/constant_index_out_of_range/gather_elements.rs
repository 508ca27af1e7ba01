//! More indices than are written out, so that they are checked by a loop.

use gather_core::gather_kernel;

gather_kernel!(struct Sorted: GatherElements, f32, u8, data = [4, 5], indices = [4, 5], axis = 1);

const SORTED: [[f32; 5]; 4] = Sorted.eval(
    &[[0.5; 5]; 4],
    &[[0, 1, 2, 3, 4], [0; 5], [0, 0, 9, 0, 0], [0; 5]],
);

fn main() {
    let _ = SORTED;
}
