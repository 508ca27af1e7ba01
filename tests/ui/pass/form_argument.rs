//! As an argument, in a struct, in an array, in a tuple, behind a reference, called where it stands.
#![deny(warnings)]

use gather_core::{View, gather_kernel};
use std::fmt::Debug;

struct Model<K> {
    rows: K,
}

fn same<K: Copy + Debug + Default + Send + Sync + 'static>(kernel: K) -> K {
    assert_eq!(size_of::<K>(), 0);
    kernel
}

fn main() {
    let data = View::from(&[10, 20, 30]);
    let at = View::from(&[2_u8, 0]);
    let rows = same(gather_kernel!(Gather, i32, u8, rank = 1));
    let model = Model { rows };
    assert_eq!(model.rows.run(data, at).unwrap().as_slice(), [30, 10]);
    let (kernel, n) = (
        &gather_kernel!(Gather, i32, u8, rank = 1, negative = reject),
        1,
    );
    assert_eq!(kernel.run(data, at).unwrap().shape(), &[2 * n]);
    let both = [rows, rows];
    assert_eq!(
        both.map(|rows| rows.run(data, at).unwrap().as_slice()[0]),
        [30, 30]
    );
    let sum: i32 = gather_kernel!(Gather, i32, u8, rank = 1)
        .run(data, at)
        .unwrap()
        .as_slice()
        .iter()
        .sum();
    assert_eq!(sum, 40);
}
