//! The same as an item, and using it adds nothing.

use gather_core::{View, gather_kernel};

struct Socket;

gather_kernel!(struct Sockets: Gather, Socket, u32, rank = 1);

fn main() {
    let _ = Sockets.run(View::from(&[Socket]), View::from(&[0]));
}
