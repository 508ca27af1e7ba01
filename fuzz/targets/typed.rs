//! The kernels of the tests' list against the dynamic call: the modules are those of `tests/kernels`, and
//! the fuzzer's bytes are the random numbers that their inputs are drawn from.

#![no_main]
#![allow(dead_code, reason = "what only the tests use")]

#[macro_use]
#[path = "../../tests/kernels/written.rs"]
mod written;
#[macro_use]
#[path = "../../tests/kernels/subject.rs"]
mod subject;
#[macro_use]
#[path = "../../tests/kernels/list.rs"]
mod list;
#[allow(
    unsafe_code,
    reason = "an allocator that counts cannot be written without"
)]
#[path = "../../tests/kernels/allocation.rs"]
mod allocation;
#[path = "../../tests/kernels/input.rs"]
mod input;
#[path = "../../tests/kernels/nested.rs"]
mod nested;
#[path = "../../tests/kernels/sample.rs"]
mod sample;

use std::sync::Arc;

use gather_core::gather_kernel;
use half::f16;
use libfuzzer_sys::fuzz_target;

use crate::sample::{Random, Rgb};

macro_rules! ranked {
    ($random:ident, $name:expr, $written:expr, $kernels:tt, [$($indices_rank:literal)*], $spec:tt) => {
        $(let _ = over_views!($name, $written, $kernels, $indices_rank).agrees_on_one($random);)*
    };
}

macro_rules! sized {
    (
        $random:ident, $name:expr, $written:expr, $kernels:tt, [$($indices_rank:literal)*],
        { $operator:ident, $element:ty, $index:ident, data = $sizes:tt $($rest:tt)* }
    ) => {
        $(let _ = over_views!($name, $written, $kernels, $indices_rank).agrees_on_one($random);)*
        // As an array, data has every size.
        let data = $written.data.iter().map(|size| size.or(Some(2))).collect();
        let written = $written.clone().data(data);
        $(let _ = over_array_of_data!($name, &written, $kernels, $indices_rank, $element, $sizes)
            .agrees_on_one($random);)*
    };
}

macro_rules! arrays {
    (
        $random:ident, $name:expr, $written:expr, [$item:expr, $expression:expr], $eval:ident,
        {
            $operator:ident, $element:ty, $index:ident, data = $data:tt, indices = $indices:tt
            $($rest:tt)*
        }
    ) => {
        const RANK: usize = $item.output_shape().len();
        let _ = over_arrays!(
            $name,
            $written,
            [$item, $expression],
            $eval,
            $data,
            $indices,
            RANK
        )
        .agrees_on_one($random);
    };
}

macro_rules! fixed {
    ($random:ident, $name:expr, $written:expr, $kernels:tt, [], $spec:tt) => {
        arrays!($random, $name, $written, $kernels, eval, $spec);
    };
}

macro_rules! cloned {
    ($random:ident, $name:expr, $written:expr, $kernels:tt, [], $spec:tt) => {
        arrays!($random, $name, $written, $kernels, no_eval, $spec);
    };
}

macro_rules! kernels {
    ($($kind:ident $name:ident $ranks:tt { $($spec:tt)* })*) => {
        $(mod $name {
            use super::*;

            gather_kernel!(pub(crate) struct Item: $($spec)*);

            pub(crate) fn compare(random: &mut Random) {
                let expression = Item;
                let written = &written!($($spec)*);
                $kind!(random, stringify!($name), written, [Item, expression], $ranks, { $($spec)* });
            }
        })*

        const KERNELS: &[fn(&mut Random)] = &[$($name::compare),*];
    };
}
every_kernel!(kernels);

fuzz_target!(|bytes: &[u8]| {
    let Some((kernel, rest)) = bytes.split_first() else {
        return;
    };
    let mut random = Random::from_bytes(rest);
    KERNELS[usize::from(*kernel) % KERNELS.len()](&mut random);
});
