//! What a negative index means, for every operator.
#![deny(warnings)]

use gather_core::{View, gather_kernel};

fn main() {
    let data = View::from(&[1, 2, 3]);
    let (flat, tuples) = (View::from(&[-1_i8]), View::from(&[[-1_i8]]));
    let out = gather_kernel!(Gather, i32, i8, rank = 1, negative = from_end)
        .run(data, flat)
        .unwrap();
    assert_eq!(out.as_slice(), [3]);
    let out = gather_kernel!(GatherND, i32, i8, rank = 1, negative = from_end)
        .run(data, tuples)
        .unwrap();
    assert_eq!(out.as_slice(), [3]);
    let out = gather_kernel!(GatherElements, i32, i8, rank = 1, negative = from_end)
        .run(data, flat)
        .unwrap();
    assert_eq!(out.as_slice(), [3]);
    assert!(
        gather_kernel!(Gather, i32, i8, rank = 1, negative = reject)
            .run(data, flat)
            .is_err()
    );
    assert!(
        gather_kernel!(GatherND, i32, i8, rank = 1, negative = reject)
            .run(data, tuples)
            .is_err()
    );
    assert!(
        gather_kernel!(GatherElements, i32, i8, rank = 1, negative = reject)
            .run(data, flat)
            .is_err()
    );
    let fixed = gather_kernel!(
        Gather,
        i32,
        i8,
        data = [3],
        indices = [1],
        negative = reject
    );
    assert!(fixed.run(&[1, 2, 3], &[-1]).is_err());
}
