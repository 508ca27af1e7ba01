//! In constants, and with all sizes known.

use gather_core::gather_kernel;

gather_kernel!(struct Pick: Gather, u8, i64, data = [3], indices = [2], axes = 0);

const PICKED: [u8; 2] = Pick.eval(&[1, 2, 3], &[0, 2]);
static KERNEL: Pick = Pick;

fn main() {
    println!("{:?} {:?}", PICKED, KERNEL.run(&[1, 2, 3], &[0, 2]));
}
