//! What an index out of range gives, for every operator and degree.
#![deny(warnings)]

use gather_core::{View, gather_kernel};

macro_rules! policies {
    ($($policy:ident $(($value:expr))? => $expected:expr;)*) => { $({
        let expected = $expected;
        let data = [[1, 2, 3], [4, 5, 6]];
        let view = View::from(&data);
        let gather = gather_kernel!(Gather, i32, i64, rank = 2, axis = 1, out_of_range = $policy $(($value))?);
        let out = gather.run(view, View::from(&[-4, 3, 7])).map(|out| out.into_vec());
        assert_eq!(out.ok().map(|out| [out[0], out[1], out[2]]), expected);
        let nd = gather_kernel!(GatherND, i32, i64, rank = 2, depth = 2, out_of_range = $policy $(($value))?);
        let out = nd.run(view, View::from(&[[0, -4], [0, 3], [0, 7]])).map(|out| out.into_vec());
        assert_eq!(out.ok().map(|out| [out[0], out[1], out[2]]), expected);
        let elements = gather_kernel!(GatherElements, i32, i64, data = [_, 3], axis = 1, out_of_range = $policy $(($value))?);
        let out = elements.run(view, View::from(&[[-4, 3, 7]])).map(|out| out.into_vec());
        assert_eq!(out.ok().map(|out| [out[0], out[1], out[2]]), expected);
        let fixed = gather_kernel!(GatherND, i32, i64, data = [2, 3], indices = [3, 2], out_of_range = $policy $(($value))?);
        assert_eq!(fixed.run(&data, &[[0, -4], [0, 3], [0, 7]]).ok(), expected);
        let looped = gather_kernel!(GatherElements, i32, i64, data = [2, 3], indices = [2, 9], axis = 1, out_of_range = $policy $(($value))?);
        let out = looped.run(&data, &[[-4, 3, 7, 0, 0, 0, 0, 0, 0]; 2]);
        assert_eq!(out.ok().map(|out| [out[0][0], out[0][1], out[0][2]]), expected);
    })* };
}

fn main() {
    policies! {
        error => None;
        fill => Some([0, 0, 0]);
        fill(40 + 2) => Some([42, 42, 42]);
        clamp => Some([1, 3, 3]);
        wrap => Some([3, 1, 2]);
    }
}
