//! The macro cannot see through an alias; the compiler can.

use gather_core::{View, gather_kernel};

type Text = str;

fn main() {
    let pick = gather_kernel!(Gather, Text, u32, rank = 1);
    let _ = pick.run(View::from(&[1]), View::from(&[0]));
}
