//! Every primitive as an element, with every degree of knowledge.
#![deny(warnings)]

use gather_core::{View, gather_kernel};

macro_rules! primitives {
    ($($element:ident: $one:expr, $two:expr, $zero:expr;)*) => { $({
        const DATA: [$element; 2] = [$one, $two];
        const PICKED: [$element; 3] =
            gather_kernel!(Gather, $element, i64, data = [2], indices = [3], out_of_range = fill).eval(&DATA, &[1, 0, 2]);
        assert_eq!(PICKED, [$two, $one, $zero]);
        let ranked = gather_kernel!(GatherND, $element, i64, rank = 1, depth = 1, out_of_range = fill);
        let out = ranked.run(View::from(&DATA), View::from(&[[1], [0], [2]])).unwrap();
        assert_eq!(out.as_slice(), PICKED);
        let partly = gather_kernel!(GatherElements, $element, i64, data = [_, 1], axis = 0, out_of_range = fill($one));
        let out = partly.run(View::from(&[[$one], [$two]]), View::from(&[[1], [0], [2]])).unwrap();
        assert_eq!(out.as_slice(), [$two, $one, $one]);
    })* };
}

fn main() {
    primitives! {
        bool: true, true, false;
        char: 'a', 'b', '\0';
        f32: 1.5, 2.5, 0.0;
        f64: 1.5, 2.5, 0.0;
        i8: -1, 2, 0;
        i16: -1, 2, 0;
        i32: -1, 2, 0;
        i64: -1, 2, 0;
        i128: -1, 2, 0;
        isize: -1, 2, 0;
        u8: 1, 2, 0;
        u16: 1, 2, 0;
        u32: 1, 2, 0;
        u64: 1, 2, 0;
        u128: 1, 2, 0;
        usize: 1, 2, 0;
    }
}
