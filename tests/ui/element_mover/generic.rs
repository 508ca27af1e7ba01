//! A wrapper of anything that is `Clone` is not therefore `Copy`.

use gather_core::{ByCopy, Element};

#[derive(Clone)]
struct Wrapper<T>(T);

impl<T: Clone> Element for Wrapper<T> {
    type Mover = ByCopy;
}

fn main() {}
