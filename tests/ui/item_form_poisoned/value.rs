//! One mistake is one message, whatever is done with the kernel.

use gather_core::gather_kernel;

gather_kernel!(pub struct Bad: GatherND, f32, i64, rank = 2, batch_dims = 2);

fn main() {
    let kernel = Bad;
    let again: Bad = kernel;
    let out = again.run(1, 2).unwrap();
    println!("{} {:?} {:?}", Bad::NAME, out.shape(), kernel);
}
