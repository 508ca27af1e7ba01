//! Every kernel of the list against the dynamic call: `run` and `run_array` of the item, `run_into`,
//! `output_shape`, `eval` and, over arrays, `prepare` of the expression.

use std::sync::Arc;

use gather_core::gather_kernel;
use half::f16;

use crate::sample::Rgb;

macro_rules! ranked {
    ($name:expr, $written:expr, $kernels:tt, [$($indices_rank:literal)*], $spec:tt) => {
        $(over_views!($name, $written, $kernels, $indices_rank).agrees_with_the_dynamic_call();)*
    };
}

macro_rules! sized {
    (
        $name:expr, $written:expr, $kernels:tt, [$($indices_rank:literal)*],
        { $operator:ident, $element:ty, $index:ident, data = $sizes:tt $($rest:tt)* }
    ) => {
        $(over_views!($name, $written, $kernels, $indices_rank).agrees_with_the_dynamic_call();)*
        // As an array, data has every size.
        let data = $written.data.iter().map(|size| size.or(Some(2))).collect();
        let written = $written.clone().data(data);
        $(over_array_of_data!($name, &written, $kernels, $indices_rank, $element, $sizes)
            .agrees_with_the_dynamic_call();)*
    };
}

macro_rules! arrays {
    (
        $name:expr, $written:expr, [$item:expr, $expression:expr], $eval:ident,
        {
            $operator:ident, $element:ty, $index:ident, data = $data:tt, indices = $indices:tt
            $($rest:tt)*
        }
    ) => {
        const RANK: usize = $item.output_shape().len();
        let kernel = over_arrays!(
            $name,
            $written,
            [$item, $expression],
            $eval,
            $data,
            $indices,
            RANK
        );
        kernel.agrees_with_the_dynamic_call();
    };
}

macro_rules! fixed {
    ($name:expr, $written:expr, $kernels:tt, [], $spec:tt) => {
        arrays!($name, $written, $kernels, eval, $spec);
    };
}

macro_rules! cloned {
    ($name:expr, $written:expr, $kernels:tt, [], $spec:tt) => {
        arrays!($name, $written, $kernels, no_eval, $spec);
    };
}

macro_rules! compare {
    ($($kind:ident $name:ident $ranks:tt { $($spec:tt)* })*) => { $(
        pub(crate) mod $name {
            use super::*;

            gather_kernel!(pub(crate) struct Item: $($spec)*);

            #[test]
            fn agrees_with_the_dynamic_call() {
                let expression = gather_kernel!($($spec)*);
                let written = &written!($($spec)*);
                $kind!(stringify!($name), written, [Item, expression], $ranks, { $($spec)* });
            }
        }
    )* };
}
every_kernel!(compare);
