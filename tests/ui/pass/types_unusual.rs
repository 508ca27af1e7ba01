//! Types that few elements are, in every place where an element can be named.
#![deny(warnings)]

use std::{borrow::Cow, convert::Infallible, marker::PhantomData, rc::Rc, sync::Arc};

use gather_core::{GatherError, Tensor, View, gather_kernel};

const WIDTH: usize = 3;

macro_rules! byte {
    () => {
        u8
    };
}

#[derive(Clone)]
#[allow(non_camel_case_types)]
struct r#type;

#[derive(Clone, Debug, PartialEq)]
struct Größe<const A: u8, const B: char, const C: bool>;

gather_kernel!(struct Tuple: Gather, (u8, u16, u32, u64, i8, i16, i32, i64, f32, f64, char, bool, [u8; WIDTH]), u8, rank = 1);
gather_kernel!(struct Arrays: Gather, [[u8; 3]; WIDTH - 1], u8, data = [1], indices = [1]);
gather_kernel!(struct Functions: Gather, fn(u8) -> u8, u8, rank = 1);
gather_kernel!(struct AnyLife: Gather, for<'a> fn(&'a u8) -> &'a u8, u8, data = [1], indices = [1]);
gather_kernel!(struct Foreign: Gather, extern "C" fn(u8), u8, data = [1], indices = [1]);
gather_kernel!(struct Closures: Gather, Rc<dyn Fn(&str) -> usize>, u8, rank = 1);
gather_kernel!(struct Nothing: Gather, PhantomData<str>, u8, rank = 1);
gather_kernel!(struct Pointers: Gather, *const u8, u8, rank = 1);
gather_kernel!(struct Items: Gather, <Vec<u8> as IntoIterator>::Item, u8, rank = 1);
gather_kernel!(struct ByMacro: Gather, byte!(), u8, rank = 1);
gather_kernel!(struct Cows: Gather, Option<Cow<'static, [u8]>>, u8, rank = 1, out_of_range = fill);
gather_kernel!(struct Raw: Gather, r#type, u8, rank = 1);
gather_kernel!(struct Slices: Gather, &'static [&'static str], u8, data = [2], indices = [1]);
gather_kernel!(struct Shared: Gather, Arc<[u8]>, u8, data = [2], indices = [20]);
gather_kernel!(struct Größen: Gather, Größe<3, 'x', true>, u8, data = [2], indices = [20]);
gather_kernel!(struct Never: Gather, Result<u8, Infallible>, u8, rank = 1);
gather_kernel!(struct Boxes: Gather, Box<str>, u8, rank = 1, out_of_range = fill(Box::from("x")));
gather_kernel!(struct Units: Gather, (), u8, data = [1], indices = [1]);
gather_kernel!(struct OneTuple: Gather, (u8,), u8, data = [1], indices = [1]);

trait Family {
    type Member: Clone;
}

impl Family for u8 {
    type Member = char;
}

fn members<F: Family>(data: View<'_, F::Member, 1>) -> Result<Tensor<F::Member, 1>, GatherError> {
    gather_kernel!(Gather, F::Member, u8, rank = 1).run(data, View::from(&[1]))
}

fn member_arrays<F: Family>(data: &[F::Member; 2]) -> Result<[F::Member; 1], GatherError> {
    let kernel = gather_kernel!(Gather, <F as Family>::Member, u8, data = [2], indices = [1]);
    kernel.prepare(&[1])?.run(data)
}

fn arrays<T: Clone, const N: usize>(data: &[[T; N]; 2]) -> Result<[[T; N]; 1], GatherError> {
    gather_kernel!(Gather, [T; N], u8, data = [2], indices = [1]).run(data, &[1])
}

fn references<'a, T>(data: &[&'a T; 2]) -> Result<[&'a T; 1], GatherError> {
    gather_kernel!(Gather, &'a T, u8, data = [2], indices = [1]).run(data, &[1])
}

fn main() -> Result<(), GatherError> {
    let double: fn(u8) -> u8 = |x| x * 2;
    let out = Functions.run(View::from(&[double]), View::from(&[0]))?;
    assert_eq!(out.as_slice()[0](4), 8);
    assert_eq!(Arrays.run(&[[[7; 3]; 2]], &[0])?, [[[7; 3]; 2]]);
    assert_eq!(Units.run(&[()], &[0])?, [()]);
    assert_eq!(OneTuple.run(&[(3,)], &[0])?, [(3,)]);
    assert_eq!(Slices.run(&[&["a"], &["b", "c"]], &[1])?, [&["b", "c"]]);
    let out = Größen.run(&[Größe, Größe], &[1; 20])?;
    assert_eq!(out, [const { Größe }; 20]);
    assert_eq!(
        Shared.run(&[Arc::from([1]), Arc::from([2])], &[1; 20])?[19][..],
        [2]
    );
    let out = Boxes.run(View::from(&[Box::from("a")]), View::from(&[0, 9]))?;
    assert_eq!(out.as_slice(), [Box::from("a"), Box::<str>::from("x")]);
    assert_eq!(
        Cows.run(View::from(&[]), View::from(&[1]))?.as_slice(),
        [None]
    );
    assert_eq!(
        Raw.run(View::from(&[r#type]), View::from(&[0, 0]))?.shape(),
        &[2]
    );
    let out = AnyLife.run(&[|x| x], &[0])?;
    assert_eq!(out[0](&5), &5);
    let length: Rc<dyn Fn(&str) -> usize> = Rc::new(str::len);
    assert_eq!(
        Closures
            .run(View::from(&[length]), View::from(&[0]))?
            .as_slice()[0]("abc"),
        3
    );
    assert_eq!(
        Never
            .run(View::from(&[Ok(1)]), View::from(&[0]))?
            .as_slice(),
        [Ok(1)]
    );
    assert_eq!(members::<u8>(View::from(&['a', 'b']))?.as_slice(), ['b']);
    assert_eq!(member_arrays::<u8>(&['a', 'b'])?, ['b']);
    assert_eq!(arrays(&[["a", "b"], ["c", "d"]])?, [["c", "d"]]);
    assert_eq!(references(&[&1, &2])?, [&2]);
    let names = [
        Tuple::NAME,
        Foreign::NAME,
        Nothing::NAME,
        Pointers::NAME,
        Items::NAME,
        ByMacro::NAME,
    ];
    assert!(names.iter().all(|name| name.starts_with("gather_")));
    Ok(())
}
