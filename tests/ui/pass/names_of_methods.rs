//! The user's traits give every type methods that expanded code calls.
#![deny(warnings)]

use gather_core::{View, gather_kernel};

trait Extensions: Sized {
    fn run(&self) {}
    fn run_into(&self) {}
    fn rows(&self) {}
    fn then(&self) {}
    fn times(&self) {}
    fn index(&self) {}
    fn checked(&self) {}
    fn wrapping_mul(&self) {}
}

impl<T> Extensions for T {}

#[derive(Clone, Debug, PartialEq)]
struct Label(u8);

impl Label {
    #[expect(dead_code, reason = "expanded code must not find it")]
    fn default() -> u8 {
        0
    }
}

gather_kernel!(struct Ranked: GatherND, Label, i64, rank = 3);
gather_kernel!(struct Elements: GatherElements, Label, i64, data = [_, _, 2]);
gather_kernel!(struct Many: Gather, u8, i64, data = [3], indices = [20]);

fn main() {
    let labels = [[[Label(1), Label(2)]]];
    let out = Ranked
        .run(View::from(&labels), View::from(&[[0, 0, 1]]))
        .unwrap();
    assert_eq!(out.as_slice(), [Label(2)]);
    let out = Elements
        .run(View::from(&labels), View::from(&[[[0, 0]]]))
        .unwrap();
    assert_eq!(out.as_slice(), [Label(1), Label(2)]);
    assert_eq!(Many.eval(&[1, 2, 3], &[-1; 20]), [3; 20]);
}
