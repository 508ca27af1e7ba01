//! Every kernel of the list against the dynamic call, as an item and as an expression: `run`, `run_into`,
//! `output_shape`, and where they exist `run_array` and `eval`.

use std::sync::Arc;

use gather_core::gather_kernel;
use half::f16;

use crate::sample::Rgb;

macro_rules! ranked {
    ($name:expr, $written:expr, $kernel:expr, [$($indices_rank:literal)*], $spec:tt) => {
        $(over_views!($name, $written, $kernel, $indices_rank).agrees_with_the_dynamic_call();)*
    };
}

macro_rules! sized {
    (
        $name:expr, $written:expr, $kernel:expr, [$($indices_rank:literal)*],
        { $operator:ident, $element:ty, $index:ident, data = $sizes:tt $($rest:tt)* }
    ) => {
        $(over_views!($name, $written, $kernel, $indices_rank).agrees_with_the_dynamic_call();)*
        // As an array, data has every size.
        let data = $written.data.iter().map(|size| size.or(Some(2))).collect();
        let written = $written.clone().data(data);
        $(over_array_of_data!($name, &written, $kernel, $indices_rank, $element, $sizes)
            .agrees_with_the_dynamic_call();)*
    };
}

macro_rules! arrays {
    (
        $name:expr, $written:expr, $kernel:expr, $eval:ident,
        {
            $operator:ident, $element:ty, $index:ident, data = $data:tt, indices = $indices:tt
            $($rest:tt)*
        }
    ) => {
        over_arrays!(
            $name,
            $written,
            $kernel,
            $eval,
            $data,
            $indices,
            OUTPUT_RANK
        )
        .agrees_with_the_dynamic_call();
    };
}

macro_rules! fixed {
    ($name:expr, $written:expr, $kernel:expr, [], $spec:tt) => {
        arrays!($name, $written, $kernel, eval, $spec);
    };
}

macro_rules! cloned {
    ($name:expr, $written:expr, $kernel:expr, [], $spec:tt) => {
        arrays!($name, $written, $kernel, no_eval, $spec);
    };
}

/// The rank of the output, where it is a constant.
macro_rules! output_rank {
    (fixed) => {
        const OUTPUT_RANK: usize = Item.output_shape().len();
    };
    (cloned) => {
        output_rank!(fixed);
    };
    ($other:ident) => {};
}

macro_rules! compare {
    ($($kind:ident $name:ident $ranks:tt { $($spec:tt)* })*) => { $(
        pub(crate) mod $name {
            use super::*;

            gather_kernel!(pub(crate) struct Item: $($spec)*);

            #[test]
            fn agrees_with_the_dynamic_call() {
                output_rank!($kind);
                let expression = gather_kernel!($($spec)*);
                let written = &written!($($spec)*);
                $kind!(stringify!($name), written, Item, $ranks, { $($spec)* });
                $kind!(stringify!($name), written, expression, $ranks, { $($spec)* });
            }
        }
    )* };
}
every_kernel!(compare);
