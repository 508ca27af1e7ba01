//! The same with all sizes known, as an item.

use gather_core::gather_kernel;

struct Socket;

gather_kernel!(struct Sockets: Gather, Socket, u32, data = [2], indices = [1]);

fn main() {}
