//! As many dimensions as data.

use gather_core::{View, gather_kernel};

fn main() {
    let sorted = gather_kernel!(GatherElements, u8, u8, rank = 2);
    let out = sorted
        .run(View::from(&[[1, 2]]), View::from(&[[0, 0]]))
        .unwrap();
    let [_len]: [usize; 1] = *out.shape();
}
