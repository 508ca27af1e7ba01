//! The output's rank as a type.
//!
//! For indices of rank `q` it is `(q - LEAST) + ADD`, whatever the operator: GatherND has
//! `LEAST = b + 1` and `ADD = b + r - b - k` (one batch dimension less each where they are flattened into
//! one), Gather has `LEAST = b` and `ADD = r - 1`. typenum computes; everything that a message can name
//! is ours, and messages speak of ranks as numbers.

use core::ops::{Add, Sub};

use typenum::{Const, Diff, Sum, ToUInt, U};

use crate::{tensor::Tensor, typed::Gathered};

/// Stands for all kernels in bounds.
#[derive(Clone, Copy, Debug)]
pub struct Kernels;

/// A rank as a type.
#[derive(Clone, Copy, Debug)]
pub struct Rank<const N: usize>;

/// Indices of rank `Q` fit a kernel that needs at least `LEAST` dimensions.
#[diagnostic::on_unimplemented(
    message = "indices of rank {Q} do not fit this kernel, expected a rank from {LEAST} to 8",
    label = "expected indices of a rank from {LEAST} to 8, found {Q}"
)]
pub trait IndicesRank<const Q: usize, const LEAST: usize>: sealed::Sealed {
    /// `Rank<{Q - LEAST}>`
    type Rest;
}

/// The output has a rank that is typed.
#[diagnostic::on_unimplemented(
    message = "the output of this kernel on these indices would have a rank above 8",
    label = "output rank above 8",
    note = "typed kernels end at rank 8; the dynamic call takes any rank"
)]
pub trait OutputRank<const ADD: usize>: sealed::Sealed {
    /// The output.
    type Output<T>: Gathered<T>;
}

/// `Rank<{Q - LEAST}>`
pub type Rest<const Q: usize, const LEAST: usize> = <Kernels as IndicesRank<Q, LEAST>>::Rest;

/// The output of a kernel on indices of rank `Q`.
pub type Output<T, const Q: usize, const LEAST: usize, const ADD: usize> =
    <Rest<Q, LEAST> as OutputRank<ADD>>::Output<T>;

mod sealed {
    pub trait Sealed {}
    impl Sealed for super::Kernels {}
    impl<const N: usize> Sealed for super::Rank<N> {}
}

/// From a typenum number back to our types.
pub trait Back {
    /// As a rank.
    type Rank;
    /// A tensor of that rank.
    type Tensor<T>: Gathered<T>;
}

macro_rules! back {
    ($($number:ident $rank:literal)*) => {
        $(impl Back for typenum::$number {
            type Rank = Rank<$rank>;
            type Tensor<T> = Tensor<T, $rank>;
        })*

        #[cfg(test)]
        mod tests {
            use super::*;
            use typenum::Unsigned;

            #[test]
            fn numbers_and_ranks_agree() {
                fn rank<T, const N: usize>(_: Option<Tensor<T, N>>) -> usize { N }
                $(assert_eq!(rank(None::<<typenum::$number as Back>::Tensor<u8>>), typenum::$number::USIZE);)*
            }
        }
    };
}
back!(U0 0 U1 1 U2 2 U3 3 U4 4 U5 5 U6 6 U7 7 U8 8);

#[diagnostic::do_not_recommend]
impl<const Q: usize, const LEAST: usize> IndicesRank<Q, LEAST> for Kernels
where
    Const<Q>: ToUInt,
    Const<LEAST>: ToUInt,
    U<Q>: Sub<U<LEAST>>,
    Diff<U<Q>, U<LEAST>>: Back,
{
    type Rest = <Diff<U<Q>, U<LEAST>> as Back>::Rank;
}

#[diagnostic::do_not_recommend]
impl<const N: usize, const ADD: usize> OutputRank<ADD> for Rank<N>
where
    Const<N>: ToUInt,
    Const<ADD>: ToUInt,
    U<N>: Add<U<ADD>>,
    Sum<U<N>, U<ADD>>: Back,
{
    type Output<T> = <Sum<U<N>, U<ADD>> as Back>::Tensor<T>;
}
