//! The user's own constants, statics and unit structs have the names of variables in lower case: a pattern of that
//! name would be a constant pattern. Fill values and array lengths still see the user's.
#![deny(warnings)]
#![allow(non_upper_case_globals, non_camel_case_types, dead_code)]

use gather_core::{View, gather_kernel, gather_table};

const data: usize = 1;
const indices: usize = 2;
const out: usize = 3;
const block: usize = 4;
const d: usize = 5;
const i0: usize = 6;
const i1: usize = 7;
const i0_0: usize = 8;
const i0_1: usize = 9;
const n0: usize = 10;
const n1: usize = 11;
const q0: usize = 12;
const q1: usize = 13;
const value: usize = 14;
const batch: usize = 15;
const a: usize = 16;
static error: usize = 17;
static f: usize = 18;
static k: usize = 19;
static m: usize = 20;
static n: usize = 21;
struct i2;
struct n2;
struct q2;
struct position;
struct index;
struct shape;
struct fill;
struct kernel;
struct result;

gather_kernel!(struct Ranked: GatherND, usize, i64, rank = 3, out_of_range = fill(block + d + i0 + data));
gather_kernel!(struct Partly: GatherElements, [u8; data], i64, data = [_, _, 2], axis = 0);
gather_kernel!(struct Rows: Gather, [u8; indices], u32, data = [_, 2]);
gather_kernel!(
    struct Straight: GatherND, usize, i64, data = [2, 2], indices = [2, 2], out_of_range = fill(i0_0 + value)
);
gather_kernel!(struct Looped: Gather, usize, i64, data = [2, 2], indices = [20], out_of_range = fill(n0 + out));
gather_kernel!(struct Checked: Gather, usize, i64, data = [2, 2], indices = [20]);
gather_kernel!(struct Empty: Gather, usize, i64, data = [2, 0], indices = [20]);
gather_kernel!(struct Built: GatherND, String, i64, data = [2, 2, 3], indices = [2, 2, 20, 1], batch_dims = 2);
gather_kernel!(
    struct Flattened: GatherND, String, i64, data = [2, 2, 3], indices = [2, 2, 20, 1], batch_dims = 2,
    batch_output = flattened
);
gather_kernel!(struct Scalar: Gather, [u8; d], i64, data = [3], indices = []);
gather_table!(
    static TABLE: Gather, usize, i64, out_of_range = fill(q0 + q1);
    rank = 1;
    data = [_, 2];
);

fn main() {
    let square = [[1, 2], [3, 4]];
    let view = View::from(&square);
    let cube = [[[1, 2], [3, 4]], [[5, 6], [7, 8]]];
    let picked = Ranked.run(View::from(&cube), View::from(&[[1, 1, 1], [1, 1, 2]]));
    assert_eq!(picked.unwrap().as_slice(), [8, 16]);
    let cells = cube.map(|face| face.map(|row| row.map(|cell| [cell as u8])));
    let picked = Partly.run(View::from(&cells), View::from(&[[[1, 1], [1, 0]]]));
    assert_eq!(picked.unwrap().as_slice(), [[5], [6], [7], [4]]);
    let pairs = [[[1, 2], [3, 4]]];
    let picked = Rows.run_array(&pairs, View::from(&[0])).unwrap();
    assert_eq!(picked.as_slice(), [[1, 2], [3, 4]]);
    assert_eq!(Straight.eval(&square, &[[0, 1], [2, 0]]), [2, 22]);
    assert_eq!(Looped.eval(&square, &[2; 20]), [[13; 2]; 20]);
    assert!(Checked.run(&square, &[2; 20]).is_err());
    assert_eq!(Empty.run(&[[], []], &[1; 20]).unwrap(), [[]; 20]);
    let words = [
        [["a", "b", "c"], ["d", "e", "f"]],
        [["g", "h", "i"], ["j", "k", "l"]],
    ];
    let words = words.map(|face| face.map(|row| row.map(String::from)));
    let at = [[[[-1]; 20]; 2]; 2];
    assert_eq!(Built.run(&words, &at).unwrap()[1][0][19], "i");
    assert_eq!(Flattened.run(&words, &at).unwrap()[2][19], "i");
    assert_eq!(Scalar.run(&[[1; d], [2; d], [3; d]], &1).unwrap(), [2; d]);
    let picked = TABLE.run(view, View::from(&[1, 2])).unwrap();
    assert_eq!(picked.as_slice(), [3, 4, 25, 25]);

    let pick = gather_kernel!(
        Gather,
        [u8; q0],
        u8,
        rank = 1,
        out_of_range = fill([n1 as u8; q0])
    );
    let picked = pick.run(View::from(&[[0; q0]]), View::from(&[7]));
    assert_eq!(picked.unwrap().as_slice(), [[11; q0]]);
    let pick = gather_kernel!(Gather, String, u8, data = [3], indices = [20]);
    assert_eq!(format!("{pick:?}"), "GatherStringU8D3I20A0B0");
    assert_eq!(
        pick.run(&["x", "y", "z"].map(String::from), &[2; 20])
            .unwrap()[0],
        "z"
    );
}
