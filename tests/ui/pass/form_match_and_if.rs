//! In the arms of `match` and `if`, as a tail and in a condition.
#![deny(warnings)]

use gather_core::{GatherError, TensorDyn, View, gather_kernel};

fn pick(
    data: View<'_, i16, 2>,
    at: View<'_, i64, 2>,
    reject: bool,
) -> Result<TensorDyn<i16>, GatherError> {
    match reject {
        true => gather_kernel!(GatherND, i16, i64, rank = 2, negative = reject).run(data, at),
        false => gather_kernel!(GatherND, i16, i64, rank = 2).run(data, at),
    }
}

fn main() {
    let data = View::from(&[[1, 2], [3, 4]]);
    let at = View::from(&[[-1_i64, 0]]);
    assert_eq!(pick(data, at, false).unwrap().as_slice(), [3]);
    assert!(pick(data, at, true).is_err());
    if gather_kernel!(GatherND, i16, i64, rank = 2, out_of_range = clamp)
        .run(data, at)
        .is_ok()
    {
        return;
    }
    unreachable!("a clamp does not fail here");
}
