//! Every part of a spec as a fragment of a user's macro: types, keys, numbers, shapes, presets, fill values.
#![deny(warnings)]

use gather_core::{View, gather_kernel};

macro_rules! by_parts {
    ($op:ident $element:ty, $index:ty, $key:ident = $value:expr $(, $choice:ident = $word:ident)*) => {
        gather_kernel!($op, $element, $index, $key = $value $(, $choice = $word)*)
    };
}

macro_rules! by_literals {
    ($element:path, $rank:literal, $axis:literal) => {
        gather_kernel!(Gather, $element, i64, rank = $rank, axis = $axis)
    };
}

macro_rules! by_sizes {
    ($element:ty, $index:ty; $($size:literal)*; $count:expr) => {
        gather_kernel!(Gather, $element, $index, data = [$($size),*], indices = [$count])
    };
}

macro_rules! twice {
    ($element:ty) => {
        pair!($element, $element)
    };
}

macro_rules! pair {
    ($first:ty, $second:ty) => {
        gather_kernel!(Gather, ($first, $second), u8, rank = 1)
    };
}

macro_rules! words {
    ($vis:vis $name:ident, $life:lifetime) => {
        gather_kernel!($vis struct $name: Gather, &$life str, u8, rank = 1);
    };
}

words!(pub(crate) Words, 'static);

macro_rules! filled {
    ($block:block, $value:expr) => {
        (
            gather_kernel!(Gather, f32, u8, rank = 1, out_of_range = fill($block)),
            gather_kernel!(Gather, f32, u8, rank = 1, out_of_range = fill($value)),
        )
    };
}

fn main() {
    let kernel = by_parts!(GatherND f32, i64, rank = 2, negative = reject, out_of_range = clamp);
    assert_eq!(kernel.name(), "gather_nd_f32_i64_r2_b0_reject_clamp");
    let kernel = by_parts!(Gather String, u8, data = [_, 3], semantics = jax_clip);
    assert!(kernel.name().starts_with("gather_string_u8_dx_3_a0_b0"));
    let kernel = by_literals!(std::string::String, 2, -1);
    assert!(kernel.name().ends_with("_i64_r2_a1_b0"));
    // A primitive is one under any fragment: this is a gather of constants.
    const PICKED: [[f32; 2]; 2] =
        by_sizes!(f32, i8; 3 2; 2).eval(&[[0.0; 2], [1.0; 2], [2.0; 2]], &[-1, 1]);
    assert_eq!(PICKED, [[2.0; 2], [1.0; 2]]);
    assert!(
        twice!(Vec<u8>)
            .run(View::from(&[(vec![1], vec![2])]), View::from(&[0]))
            .is_ok()
    );
    assert_eq!(
        Words
            .run(View::from(&["a", "b"]), View::from(&[1]))
            .unwrap()
            .as_slice(),
        ["b"]
    );
    let (block, sum) = filled!({ 3.0 }, 1.0 + 2.0);
    for out in [
        block.run(View::from(&[1.0]), View::from(&[7])),
        sum.run(View::from(&[1.0]), View::from(&[7])),
    ] {
        assert_eq!(out.unwrap().as_slice(), [3.0]);
    }
}
