//! The same with all sizes known.

use gather_core::gather_kernel;

struct Socket;

fn main() {
    let pick = gather_kernel!(Gather, Socket, u32, data = [2], indices = [1]);
    let _ = pick.run(&[Socket, Socket], &[1]);
}
