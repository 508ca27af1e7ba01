//! The second coordinate of the last tuple.

use gather_core::gather_kernel;

gather_kernel!(struct Pick: GatherND, i32, i8, data = [2, 3], indices = [2, 2]);

const TABLE: [[i32; 3]; 2] = [[1, 2, 3], [4, 5, 6]];
static PICKED: [i32; 2] = Pick.eval(&TABLE, &[[0, 1], [1, -4]]);

fn main() {
    let _ = PICKED;
}
