//! The user's own types and modules have the names of primitive types. By its name alone a primitive is itself, as an
//! element and as an index; the user's is reached by a path.
#![deny(warnings)]
#![allow(non_camel_case_types, dead_code)]

mod aliases {
    type usize = ::core::primitive::u8;
    type bool = ::core::primitive::u8;
    type str = ::core::primitive::u8;
    type i128 = ::core::primitive::u8;
    type i64 = ::core::primitive::u8;
    type u32 = ::core::primitive::u8;

    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct f32(pub ::core::primitive::f32);

    mod f64 {}
    mod u8 {}

    use ::gather_core::{View, gather_kernel, gather_table};

    gather_kernel!(pub struct Ranked: GatherND, f32, i64, data = [_, 2], out_of_range = fill);
    gather_kernel!(pub struct Own: Gather, self::f32, u32, rank = 1);
    gather_kernel!(pub struct Inside: Gather, [f32; 1], u32, data = [_, 1]);
    gather_kernel!(pub struct Small: Gather, f64, i64, data = [3], indices = [2], semantics = jax_fill);
    gather_kernel!(pub struct Large: GatherND, i64, usize, data = [4, 3], indices = [20, 1]);
    gather_kernel!(
        pub struct Built: GatherND, Vec<f32>, i64, data = [1, 2, 3], indices = [1, 2, 20, 1], batch_dims = 2,
        batch_output = flattened
    );
    gather_kernel!(pub struct Bits: GatherElements, bool, u32, data = [_, 3]);
    gather_table!(pub static TABLE: Gather, f32, u32; rank = 1; data = [_, 2];);

    pub fn expressions() {
        let real = gather_kernel!(Gather, f32, i64, rank = 1);
        let (numbers, at) = ([0.5, 1.5], [-1]);
        let out = real.run(View::from(&numbers), View::from(&at)).unwrap();
        assert_eq!(out.as_slice(), [1.5]);
        let own = gather_kernel!(Gather, self::f32, usize, rank = 1);
        let out = own.run(View::from(&[f32(0.5)]), View::from(&[0])).unwrap();
        assert_eq!(out.as_slice(), [f32(0.5)]);
    }
}

fn main() {
    use aliases::{Bits, Built, Inside, Large, Own, Ranked, Small, TABLE, f32 as Real};
    use gather_core::View;

    aliases::expressions();
    let rows = [[0.5_f32, 1.5], [2.5, 3.5]];
    let out = Ranked.run(View::from(&rows), View::from(&[[1], [2_i64]]));
    assert_eq!(out.unwrap().as_slice(), [2.5, 3.5, 0.0, 0.0]);
    assert_eq!(Ranked.name(), Ranked::NAME);
    let out = Own.run(View::from(&[Real(1.0), Real(2.0)]), View::from(&[1_u32]));
    assert_eq!(out.unwrap().as_slice(), [Real(2.0)]);
    let out = Inside.run_array(&[[[Real(1.0)]], [[Real(2.0)]]], View::from(&[1_u32]));
    assert_eq!(out.unwrap().as_slice(), [[Real(2.0)]]);
    let out = Small.run(&[0.5, 1.5, 2.5], &[2_i64, 3]).unwrap();
    assert!(out[0] == 2.5 && out[1].is_nan());
    let table = [[1, 2, 3], [4, 5, 6], [7, 8, 9], [10, 11, 12]];
    assert_eq!(Large.eval(&table, &[[3_usize]; 20])[19], [10, 11, 12]);
    assert_eq!(Large.output_shape(), [20_usize, 3]);
    let words = [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]].map(|row| row.map(|n| vec![Real(n)]));
    assert_eq!(
        Built.run(&[words], &[[[[-1]; 20]; 2]]).unwrap()[1][0],
        [Real(6.0)]
    );
    let out = Bits.run(
        View::from(&[[true, false, true]]),
        View::from(&[[0_u32, 0, 0]]),
    );
    assert_eq!(out.unwrap().as_slice(), [true, false, true]);
    let out = TABLE.run(View::from(&rows), View::from(&[1_u32])).unwrap();
    assert_eq!(out.as_slice(), [2.5, 3.5]);
}
