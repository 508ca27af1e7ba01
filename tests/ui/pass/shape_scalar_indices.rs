//! Indices without dimensions.
#![deny(warnings)]

use gather_core::{Tensor, View, gather_kernel};

fn main() {
    let data = [[1, 2], [3, 4]];
    let fixed = gather_kernel!(Gather, i32, i64, data = [2, 2], indices = []);
    assert_eq!(fixed.run(&data, &-1).unwrap(), [3, 4]);
    let column = gather_kernel!(Gather, i32, i64, data = [2, 2], indices = [], axis = 1);
    let mut out = [0; 2];
    column.run_into(&data, &0, &mut out).unwrap();
    assert_eq!(out, [1, 3]);
    let element: i32 = gather_kernel!(Gather, i32, u8, data = [2], indices = [])
        .run(&[5, 6], &1)
        .unwrap();
    assert_eq!(element, 6);
    let text: String = gather_kernel!(Gather, String, u8, data = [1], indices = [])
        .run(&["x".into()], &0)
        .unwrap();
    assert_eq!(text, "x");
    let ranked = gather_kernel!(Gather, i32, i64, rank = 2, indices_rank = 0);
    let out: Tensor<i32, 1> = ranked.run(View::from(&data), View::from(&1)).unwrap();
    assert_eq!(out.as_slice(), [3, 4]);
    let scalar: Tensor<i32, 0> = gather_kernel!(Gather, i32, i64, rank = 1)
        .run(View::from(&[5, 6]), View::<_, 0>::from(&0))
        .unwrap();
    assert_eq!((scalar.shape(), scalar.as_slice()), (&[], &[5][..]));
    let known = gather_kernel!(Gather, i32, i64, data = [_, 2], indices = []);
    assert_eq!(
        known.run_array(&data, View::from(&0)).unwrap().as_slice(),
        [1, 2]
    );
}
