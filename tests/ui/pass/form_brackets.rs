//! Any brackets, a trailing comma, any order of keys, any way to write a number.
#![deny(warnings)]

use gather_core::{View, gather_kernel, gather_table};

gather_kernel! {
    struct Braces: Gather, u8, u8, axis = 0, batch_dims = 0, rank = 0x2,
}
gather_kernel![struct Brackets: Gather, u8, u8, data = [_, 1_0,], indices = [0b10,]];
gather_kernel!(struct Parentheses: Gather, u8, u8, data = [3usize, 1], indices = [2], axis = -2);

gather_table! {
    static TABLE: Gather, u8, u8, axis = 0,;
    rank = 2,;
    data = [_, 2];
}

fn main() {
    let data = View::from(&[[1, 2], [3, 4]]);
    assert_eq!(
        Braces.run(data, View::from(&[1])).unwrap().as_slice(),
        [3, 4]
    );
    assert_eq!(
        TABLE.run(data, View::from(&[1])).unwrap().as_slice(),
        [3, 4]
    );
    assert_eq!(Brackets::NAME, "gather_u8_u8_dx_10_i2_a0_b0");
    assert_eq!(
        Parentheses.run(&[[1], [2], [3]], &[2, 2]).unwrap(),
        [[3], [3]]
    );
    let last = gather_kernel! { Gather, u8, u8, rank = 2, axis = -1, };
    let out = last.run(data, View::from(&[1])).unwrap();
    assert_eq!(out.as_slice(), [2, 4]);
    let first = gather_kernel![Gather, u8, u8, rank = 2, axis = -1,];
    assert_eq!(
        first.run(data, View::from(&[0])).unwrap().as_slice(),
        [1, 3]
    );
}
