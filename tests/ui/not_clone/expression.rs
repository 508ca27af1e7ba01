//! What is gathered may be wanted twice.

use gather_core::gather_kernel;

struct Socket;

fn main() {
    let _ = gather_kernel!(Gather, Socket, u32, rank = 1);
}
