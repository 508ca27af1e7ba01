//! One mistake is one message, whatever is done with the kernel.

use gather_core::{View, gather_kernel};

fn main() {
    let rows = gather_kernel!(Gather, f32, i64, rank = 2, axis = 2);
    let out = rows
        .run(View::from(&[[1.0, 2.0]]), View::from(&[0]))
        .unwrap();
    let copy = rows;
    println!("{:?} {:?} {:?}", out.shape(), copy, out.as_slice());
}
