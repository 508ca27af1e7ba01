//! The user's own functions have the names of variables in expanded code; fill values see them.
#![deny(warnings)]

use gather_core::{View, gather_kernel, gather_table};

const fn i0() -> u8 {
    1
}
const fn i0_0() -> u8 {
    2
}
const fn d() -> u8 {
    3
}
const fn n0() -> u8 {
    4
}
const fn out() -> u8 {
    5
}
const fn data() -> u8 {
    6
}
const fn indices() -> u8 {
    7
}
const fn block() -> u8 {
    8
}
const fn value() -> u8 {
    9
}
const fn fill() -> u8 {
    10
}
const fn from_fn() -> u8 {
    11
}
const fn from_end() -> u8 {
    12
}
const fn run() -> u8 {
    13
}

gather_kernel!(struct Ranked: GatherND, u8, i64, rank = 2, out_of_range = fill(i0() + d() + block() + from_end()));
gather_kernel!(struct Named: Gather, u8, i64, rank = 2, out_of_range = fill(run() + fill()));
gather_kernel!(
    struct Straight: GatherND, u8, i64, data = [2, 2], indices = [2, 2], out_of_range = fill(i0() + i0_0() + value())
);
gather_kernel!(
    struct Looped: Gather, u8, i64, data = [2, 2], indices = [20], out_of_range = fill(n0() + out() + data())
);
gather_kernel!(
    struct Built: Gather, String, i64, data = [2], indices = [20], out_of_range = fill((indices() + from_fn()).to_string())
);
gather_table!(static TABLE: Gather, u8, i64, out_of_range = fill(run() + data()); rank = 1;);

fn main() {
    let square = [[1, 2], [3, 4]];
    let view = View::from(&square);
    assert_eq!(
        Ranked.run(view, View::from(&[[5, 5]])).unwrap().as_slice(),
        [24]
    );
    assert_eq!(
        Named.run(view, View::from(&[2])).unwrap().as_slice(),
        [23, 23]
    );
    assert_eq!(Straight.run(&square, &[[1, 1], [1, 2]]).unwrap(), [4, 12]);
    assert_eq!(Looped.run(&square, &[9; 20]).unwrap(), [[15; 2]; 20]);
    assert_eq!(
        Built.run(&["x".into(), "y".into()], &[2; 20]).unwrap()[19],
        "18"
    );
    assert_eq!(
        TABLE
            .run(View::from(&[1]), View::from(&[1]))
            .unwrap()
            .as_slice(),
        [19]
    );
    assert_eq!(
        TABLE
            .run(View::from(&[[1]]), View::from(&[1]))
            .unwrap()
            .as_slice(),
        [19]
    );
}
