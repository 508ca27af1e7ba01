//! A list of what is not `Clone`.

use gather_core::gather_kernel;

struct Socket;

gather_kernel!(struct Sockets: GatherND, Vec<Socket>, u32, rank = 1);

fn main() {}
