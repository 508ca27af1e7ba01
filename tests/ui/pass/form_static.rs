//! Results and kernels in statics.
#![deny(warnings)]

use gather_core::{View, gather_kernel};

gather_kernel!(pub struct Rows: Gather, f32, u32, data = [_, 2]);

static ROWS: Rows = Rows;
static SORTED: [[char; 3]; 2] = gather_kernel!(
    GatherElements,
    char,
    i8,
    data = [2, 3],
    indices = [2, 3],
    axis = 1
)
.eval(
    &[['a', 'b', 'c'], ['d', 'e', 'f']],
    &[[-1, 0, 0], [2, 1, 0]],
);

fn main() {
    let out = ROWS
        .run(View::from(&[[1.0, 2.0], [3.0, 4.0]]), View::from(&[1]))
        .unwrap();
    assert_eq!(out.as_slice(), [3.0, 4.0]);
    assert_eq!(SORTED, [['c', 'a', 'a'], ['f', 'e', 'd']]);
}
