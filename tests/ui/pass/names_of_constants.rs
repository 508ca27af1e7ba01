//! The user's own constants, statics and variables have the names of parameters, variables and associated constants
//! in expanded code.
#![deny(warnings)]

use gather_core::{View, gather_kernel, gather_table};

const NAME: u8 = 1;
const SPEC: u8 = 2;
const INDICES: u8 = 3;
const T: u8 = 4;
const M: u8 = 5;
const MOVER: u8 = 6;
const IS_ELEMENT: u8 = 7;
static TUPLES: u8 = 8;

gather_kernel!(struct Ranked: GatherND, u8, i64, data = [_, 2], depth = 2, out_of_range = fill(NAME + SPEC + TUPLES));
gather_kernel!(struct Fixed: Gather, u8, i64, data = [1], indices = [1], out_of_range = fill(NAME + SPEC + INDICES));
gather_kernel!(struct Texts: Gather, String, i64, rank = 1, out_of_range = fill((T + M + MOVER).to_string()));
gather_table!(static TABLE: Gather, u8, i64, out_of_range = fill(IS_ELEMENT + T); rank = 1;);

fn main() {
    let (data, indices) = ([1], [1]);
    let d = View::from(&data);
    let i0 = View::from(&indices);
    let mut out = [0];
    let block = gather_kernel!(Gather, u8, i64, rank = 1, out_of_range = fill(T));
    block.run_into(d, i0, &mut out).unwrap();
    assert_eq!(out, [4]);
    let value = gather_kernel!(
        Gather,
        u8,
        i64,
        data = [1],
        indices = [1],
        out_of_range = fill(M)
    );
    assert_eq!(value.run(&data, &indices).unwrap(), [5]);
    assert_eq!(
        Ranked
            .run(View::from(&[[1, 2]]), View::from(&[[1, 1]]))
            .unwrap()
            .as_slice(),
        [11]
    );
    assert_eq!(Fixed.eval(&data, &indices), [6]);
    assert_eq!(
        Texts
            .run(View::from(&[String::new()]), i0)
            .unwrap()
            .as_slice(),
        ["15"]
    );
    assert_eq!(TABLE.run(d, i0).unwrap().as_slice(), [11]);
}
