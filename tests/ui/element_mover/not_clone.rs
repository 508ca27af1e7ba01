//! An element is `Clone`, by either mover.
// mistakes: 2, because both the trait and its type ask for `Clone`

use gather_core::{ByClone, Element};

struct Socket;

impl Element for Socket {
    type Mover = ByClone;
}

fn main() {}
