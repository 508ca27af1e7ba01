//! Gathered while compiling, by an expression and by an item.
#![deny(warnings)]

use gather_core::{GatherError, gather_kernel};

gather_kernel!(struct Rows: Gather, u8, i8, data = [3, 2], indices = [2]);

const TABLE: [[u8; 2]; 3] = [[1, 2], [3, 4], [5, 6]];
const PICKED: [[u8; 2]; 2] = Rows.eval(&TABLE, &[-1, 0]);
const SECOND: [u8; 2] =
    gather_kernel!(Gather, u8, u8, data = [3, 2], indices = []).eval(&TABLE, &1);
const TRIED: Result<[[u8; 2]; 2], GatherError> = Rows.run(&TABLE, &[0, 3]);
const SHAPE: [usize; 2] = Rows.output_shape();

const fn sum(values: &[u8]) -> u8 {
    let (mut sum, mut n) = (0, 0);
    while n < values.len() {
        sum += values[n];
        n += 1;
    }
    sum
}

const LENGTH: usize = sum(&SECOND) as usize;

fn main() {
    assert_eq!(PICKED, [[5, 6], [1, 2]]);
    assert_eq!(SECOND, [3, 4]);
    assert_eq!(
        TRIED.unwrap_err().to_string(),
        "index 3 at indices[1] (position 1) is out of range for axis 0 of size 3, expected -3 to 2"
    );
    assert_eq!(SHAPE, [2, 2]);
    assert_eq!([0; LENGTH].len(), 7);
}
