//! Inside closures, iterators, threads and async blocks.
#![deny(warnings)]

use gather_core::{View, gather_kernel};
use std::{
    future::Future,
    pin::pin,
    task::{Context, Poll, Waker},
    thread,
};

fn main() {
    let data = [[1, 2], [3, 4]];
    let row = |n: u8| {
        let pick = gather_kernel!(Gather, i32, u8, rank = 2);
        pick.run(View::from(&data), View::<_, 0>::from(&n))
            .unwrap()
            .into_vec()
    };
    assert_eq!((0..2).flat_map(row).collect::<Vec<_>>(), [1, 2, 3, 4]);

    let swap = gather_kernel!(Gather, i32, u8, data = [2], indices = [2]);
    let swapped = thread::spawn(move || data.map(|row| swap.run(&row, &[1, 0]).unwrap()))
        .join()
        .unwrap();
    assert_eq!(swapped, [[2, 1], [4, 3]]);

    let words = ["a".to_owned(), "b".to_owned()];
    let last = gather_kernel!(Gather, String, i8, data = [2], indices = []);
    let task = async { last.run(&words, &-1).unwrap() };
    let Poll::Ready(word) = pin!(task).poll(&mut Context::from_waker(Waker::noop())) else {
        panic!("nothing is waited for");
    };
    assert_eq!(word, "b");
}
