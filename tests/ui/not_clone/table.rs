//! The same in a table.

struct Socket;

gather_core::gather_table!(static SOCKETS: Gather, Socket, u32; data = [4]; rank = 1;);

fn main() {}
