//! The user's own types have the names that expanded code could have meant.
#![deny(warnings)]
#![allow(dead_code, unused_imports)]

mod shadows {
    pub struct View;
    pub struct Result;
    pub struct Option;
    pub struct Tensor;
    pub struct TensorDyn;
    pub struct Table;
    pub struct Entry;
    pub struct Entry0;
    pub struct Vec;
    pub struct Box;
    pub struct PhantomData;
    pub struct Rules;
    pub struct Op;
    pub struct Spec;
    pub struct GatherError;
    pub enum Kinds {
        Some,
        None,
        Ok,
        Err,
    }
    pub use Kinds::*;
    pub trait Sized {}
    pub trait From {}
    pub trait Into {}
    pub trait Clone {}
    pub trait Copy {}
    pub trait Default {}
    pub trait Debug {}
    pub trait Index {}
    pub trait Kernel {}
    pub trait Element {}
    pub trait Mover {}
    pub mod core {}
    pub mod std {}
    pub mod alloc {}
    pub mod gather_core {}
    pub mod primitive {}
    pub mod fmt {}

    #[derive(::core::clone::Clone, ::core::fmt::Debug, PartialEq)]
    pub struct T(pub u8);
    #[derive(::core::clone::Clone, ::core::fmt::Debug, PartialEq)]
    pub struct M(pub u8);
    #[derive(::core::clone::Clone, ::core::fmt::Debug, PartialEq)]
    pub struct Q(pub u8);

    ::gather_core::gather_kernel!(pub struct OfT: Gather, T, i64, rank = 1);
    ::gather_core::gather_kernel!(pub struct OfM: GatherND, M, i64, data = [_, 2], depth = 1);
    ::gather_core::gather_kernel!(pub struct OfQ: GatherElements, Q, i64, data = [4, 5], indices = [4, 5]);
    ::gather_core::gather_kernel!(pub struct Filled: Gather, T, i64, rank = 1, out_of_range = fill(T(9)));
    ::gather_core::gather_kernel!(pub struct Fixed: Gather, u8, i64, data = [30, 2], indices = [20]);
    ::gather_core::gather_kernel!(pub struct Small: Gather, u8, i64, data = [3], indices = [2], out_of_range = fill(7));
    ::gather_core::gather_table!(pub static OF_T: Gather, T, i64; data = [3]; rank = 1;);
    ::gather_core::gather_table!(pub static FILLED: Gather, M, i64, out_of_range = fill(M(9)); rank = 1;);

    pub fn expressions() {
        let of_t = ::gather_core::gather_kernel!(Gather, T, i64, rank = 1);
        let out = of_t
            .run(
                ::gather_core::View::from(&[T(1), T(2)]),
                ::gather_core::View::from(&[1]),
            )
            .unwrap();
        assert_eq!(out.as_slice(), [T(2)]);
        let of_m = ::gather_core::gather_kernel!(Gather, M, i64, data = [2], indices = [1]);
        assert_eq!(of_m.run(&[M(1), M(2)], &[-1]).unwrap(), [M(2)]);
        let of_q =
            ::gather_core::gather_kernel!(Gather, Q, i64, rank = 1, out_of_range = fill(Q(3)));
        let out = of_q
            .run(
                ::gather_core::View::from(&[Q(1)]),
                ::gather_core::View::from(&[1]),
            )
            .unwrap();
        assert_eq!(out.as_slice(), [Q(3)]);
    }
}

fn main() {
    use gather_core::View;
    use shadows::{M, Q, T};
    shadows::expressions();
    let (t, at) = ([T(1), T(2), T(3)], View::from(&[-1, 0]));
    assert_eq!(
        shadows::OfT.run(View::from(&t), at).unwrap().as_slice(),
        [T(3), T(1)]
    );
    assert_eq!(
        shadows::OF_T.run(View::from(&t), at).unwrap().as_slice(),
        [T(3), T(1)]
    );
    let out = shadows::FILLED
        .run(View::from(&[M(1)]), View::from(&[5]))
        .unwrap();
    assert_eq!(out.as_slice(), [M(9)]);
    let out = shadows::Filled
        .run(View::from(&t), View::from(&[3]))
        .unwrap();
    assert_eq!(out.as_slice(), [T(9)]);
    let out = shadows::OfM
        .run(View::from(&[[M(1), M(2)]]), View::from(&[[0]]))
        .unwrap();
    assert_eq!(out.as_slice(), [M(1), M(2)]);
    let q: [[Q; 5]; 4] = std::array::from_fn(|n| std::array::from_fn(|_| Q(n as u8)));
    assert_eq!(shadows::OfQ.run(&q, &[[-1; 5]; 4]).unwrap()[0][0], Q(3));
    assert_eq!(
        shadows::Fixed.run(&[[1, 2]; 30], &[29; 20]).unwrap(),
        [[1, 2]; 20]
    );
    assert_eq!(shadows::Small.run(&[1, 2, 3], &[2, 3]).unwrap(), [3, 7]);
}
