//! Inside generic functions over `Clone`, with every degree of knowledge.
#![deny(warnings)]

use gather_core::{GatherError, Tensor, View, gather_kernel};
use std::rc::Rc;

fn pick<T: Clone>(data: View<'_, T, 1>, at: View<'_, u32, 1>) -> Result<Tensor<T, 1>, GatherError> {
    gather_kernel!(Gather, T, u32, rank = 1).run(data, at)
}

fn into<T: Clone>(
    data: View<'_, T, 2>,
    at: View<'_, u32, 2>,
    out: &mut [T],
) -> Result<(), GatherError> {
    gather_kernel!(GatherElements, T, u32, data = [_, 2], axis = 0).run_into(data, at, out)
}

fn swap<T: Clone>(pair: &[T; 2]) -> Result<[T; 2], GatherError> {
    gather_kernel!(Gather, T, i8, data = [2], indices = [2]).run(pair, &[1, 0])
}

fn pad<T: Clone + Default>(data: &[T; 2]) -> Result<[T; 3], GatherError> {
    gather_kernel!(
        Gather,
        T,
        i8,
        data = [2],
        indices = [3],
        out_of_range = fill
    )
    .run(data, &[0, 1, 2])
}

fn many<T: Clone>(data: &[T; 20]) -> Result<[[T; 10]; 2], GatherError> {
    let at = [[0; 10], [-1; 10]];
    gather_kernel!(Gather, T, i8, data = [20], indices = [2, 10]).run(data, &at)
}

fn main() {
    let words = [Rc::new("x"), Rc::new("y")];
    assert_eq!(
        **pick(View::from(&words), View::from(&[1]))
            .unwrap()
            .as_slice()[0],
        *"y"
    );
    assert_eq!(swap(&words).unwrap(), [Rc::new("y"), Rc::new("x")]);
    assert_eq!(swap(&[1, 2]).unwrap(), [2, 1]);
    assert_eq!(
        pad(&["a".to_owned(), "b".to_owned()]).unwrap(),
        ["a", "b", ""]
    );
    let mut out = [0; 4];
    into(
        View::from(&[[1, 2], [3, 4]]),
        View::from(&[[1, 0], [0, 1]]),
        &mut out,
    )
    .unwrap();
    assert_eq!(out, [3, 2, 1, 4]);
    let numbers: [u8; 20] = std::array::from_fn(|n| n as u8);
    assert_eq!(many(&numbers).unwrap(), [[0; 10], [19; 10]]);
}
