//! There `Self` would be the kernel.

use gather_core::{View, gather_kernel};

#[derive(Clone)]
struct Label(char);

impl Label {
    fn first(labels: &[Self; 3]) -> Self {
        let pick = gather_kernel!(Gather, Self, u32, rank = 1, out_of_range = fill(Label('-')));
        pick.run(View::from(labels), View::from(&[0])).unwrap().as_slice()[0].clone()
    }
}

fn main() {}
