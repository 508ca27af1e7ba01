//! An element is `Clone`, by either mover.

use gather_core::{ByClone, Element};

struct Socket;

impl Element for Socket {
    type Mover = ByClone;
}

fn main() {}
