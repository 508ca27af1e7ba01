//! Inside methods, trait methods and associated constants, generic and not.
#![deny(warnings)]

use gather_core::{GatherError, Tensor, View, gather_kernel};

struct Table<T> {
    rows: Vec<T>,
    width: usize,
}

impl<T: Clone> Table<T> {
    fn rows(&self, at: &[u32]) -> Result<Tensor<T, 2>, GatherError> {
        let data = View::new(&self.rows, [self.rows.len() / self.width, self.width])?;
        gather_kernel!(Gather, T, u32, rank = 2).run(data, View::new(at, [at.len()])?)
    }
}

trait Reversed {
    const ORDER: [u8; 3] =
        gather_kernel!(Gather, u8, i8, data = [3], indices = [3]).eval(&[1, 2, 3], &[-1, -2, -3]);

    fn reversed(&self) -> Self;
}

impl<T: Clone> Reversed for [T; 3] {
    fn reversed(&self) -> Self {
        gather_kernel!(Gather, T, usize, data = [3], indices = [3])
            .run(self, &[2, 1, 0])
            .unwrap()
    }
}

struct Nested;

impl Nested {
    const PICKED: [f64; 1] = {
        gather_kernel!(struct Pick: Gather, f64, u8, data = [2], indices = [1]);
        Pick.eval(&[0.5, 1.5], &[1])
    };
}

fn main() {
    let table = Table {
        rows: vec!['a', 'b', 'c', 'd'],
        width: 2,
    };
    assert_eq!(
        table.rows(&[1, 1]).unwrap().as_slice(),
        ['c', 'd', 'c', 'd']
    );
    assert_eq!(["x", "y", "z"].reversed(), ["z", "y", "x"]);
    assert_eq!(<[u8; 3] as Reversed>::ORDER, [3, 2, 1]);
    assert_eq!(Nested::PICKED, [1.5]);
}
