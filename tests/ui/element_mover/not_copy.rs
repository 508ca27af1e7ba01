//! Bytes of a type that is not `Copy` are never moved.

use gather_core::{ByCopy, Element};

#[derive(Clone)]
struct Label(String);

impl Element for Label {
    type Mover = ByCopy;
}

fn main() {}
