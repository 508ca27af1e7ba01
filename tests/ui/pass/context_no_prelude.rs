//! In a crate without any prelude.
#![no_implicit_prelude]
#![deny(warnings)]

use ::core::assert_eq;
use ::gather_core::{View, gather_kernel, gather_table};

#[derive(::core::clone::Clone, ::core::fmt::Debug, ::core::cmp::PartialEq)]
struct Plain(u8);

gather_kernel!(struct Rows: Gather, u8, u8, rank = 1);
gather_kernel!(struct Pairs: Gather, Plain, u8, data = [_, 1]);
gather_table!(static TABLE: Gather, Plain, u8; rank = 1;);

fn main() {
    use ::core::convert::From;
    let at = View::from(&[1]);
    assert_eq!(Rows.run(View::from(&[1, 2]), at).unwrap().as_slice(), [2]);
    let plains = [Plain(1), Plain(2)];
    assert_eq!(
        TABLE.run(View::from(&plains), at).unwrap().as_slice(),
        [Plain(2)]
    );
    let pairs = [[Plain(1)], [Plain(2)]];
    assert_eq!(Pairs.run_array(&pairs, at).unwrap().as_slice(), [Plain(2)]);
    let pick = gather_kernel!(Gather, Plain, u8, rank = 1);
    assert_eq!(
        pick.run(View::from(&plains), at).unwrap().as_slice(),
        [Plain(2)]
    );
    let fixed = gather_kernel!(Gather, Plain, u8, data = [2], indices = [20]);
    assert_eq!(fixed.run(&plains, &[1; 20]).unwrap()[19], Plain(2));
}
