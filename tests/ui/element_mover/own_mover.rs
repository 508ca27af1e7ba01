//! There are two movers and no others.

use gather_core::Mover;

struct ByMagic;

impl<T> Mover<T> for ByMagic {}

fn main() {}
