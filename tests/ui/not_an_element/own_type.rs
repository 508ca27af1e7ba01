//! The dynamic calls ask a type of one's own for one line.

use gather_core::{ViewDyn, gather_dyn};

#[derive(Clone, Copy)]
struct Pixel([u8; 3]);

fn main() {
    let palette = [Pixel([0; 3]), Pixel([255; 3])];
    let data = ViewDyn::new(&palette, &[2]).unwrap();
    let at = ViewDyn::new(&[1_u8], &[1]).unwrap();
    let _ = gather_dyn(data, at, 0, 0);
}
