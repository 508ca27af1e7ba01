//! The engine against the formulas, where its loops differ: each width of words and of indices, tuples of
//! each length, lines of rows around the groups that are looked at together, tables that are packed in
//! stripes, each policy, on each path; with good indices, a few bad ones, and hardly any good ones.

use gather_core::{
    GatherError, GatherOptions, Index, Negative, Op, OutOfRange, Path, Prepared, ViewDyn,
    gather_op_dyn_into, reference,
};
use gather_tests::agree::Marked;

/// Values by a small generator, the same in every run.
struct Values(u64);

impl Values {
    fn next(&mut self, below: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (self.0 >> 33) as usize % below
    }

    /// An index for an axis; one of `bad_in` is out of range, none if that is 0.
    fn index(&mut self, size: usize, bad_in: usize) -> i128 {
        let far = [
            i128::from(i64::MIN),
            -(1 << 32),
            1 << 31,
            1 << 32,
            i128::from(u64::MAX),
        ];
        let size_wide = size as i128;
        if bad_in > 0 && self.next(bad_in) == 0 {
            match self.next(3) {
                0 => size_wide,
                1 => -size_wide - 1,
                _ => far[self.next(far.len())],
            }
        } else {
            self.next(size) as i128 - size_wide * self.next(2) as i128
        }
    }
}

/// An index type that takes what it can hold; other values become some value of its own.
trait Cut: Index {
    fn cut(value: i128) -> Self;
}

macro_rules! cut {
    ($($t:ty)*) => { $(
        impl Cut for $t {
            fn cut(value: i128) -> Self {
                value as Self
            }
        }
    )* };
}
cut!(i8 u8 i16 u16 i32 u32 i64 u64);

/// A call on tables of marks.
struct Call {
    op: Op,
    data: Vec<usize>,
    indices: Vec<usize>,
    /// The axes that tuples index.
    axes: Vec<usize>,
}

impl Call {
    fn nd(axes: &[usize], slice: usize, rows: usize) -> Self {
        Self {
            op: Op::gather_nd(0),
            data: [axes, &[slice]].concat(),
            indices: vec![rows, axes.len()],
            axes: axes.to_vec(),
        }
    }

    fn elements(axis: usize, data: &[usize], indices: &[usize]) -> Self {
        Self {
            op: Op::gather_elements(axis as isize),
            data: data.to_vec(),
            indices: indices.to_vec(),
            axes: vec![data[axis]],
        }
    }

    /// Compares the call over a buffer, and prepared, with the formulas.
    fn check<T: Marked, I: Cut>(&self, bad_in: usize, seed: u64) {
        let mut values = Values(seed);
        let count = |shape: &[usize]| shape.iter().product::<usize>();
        let data: Vec<T> = (0..count(&self.data)).map(T::mark).collect();
        let indices: Vec<I> = (0..count(&self.indices))
            .map(|n| I::cut(values.index(self.axes[n % self.axes.len()], bad_in)))
            .collect();
        let table = ViewDyn::new(&data, &self.data).unwrap();
        let picks = ViewDyn::new(&indices, &self.indices).unwrap();
        for policy in [
            OutOfRange::Error,
            OutOfRange::Fill(T::mark(7)),
            OutOfRange::Clamp,
            OutOfRange::Wrap,
        ] {
            for negative in [Negative::FromEnd, Negative::Reject] {
                let told = format!("{:?}, {policy:?}, {negative:?}", self.op);
                let options = GatherOptions::default()
                    .out_of_range(policy.clone())
                    .negative(negative);
                let expected = reference::gather(self.op, table, picks, &options);
                let room = expected.as_ref().map_or_else(
                    |_| output_len(self.op, &self.data, &self.indices),
                    |expected| expected.as_slice().len(),
                );
                let expected = expected.map(|expected| expected.as_slice().to_vec());
                for path in [Path::Portable, Path::best()] {
                    path.force();
                    let mut out = vec![T::mark(9); room];
                    let done = gather_op_dyn_into(self.op, table, picks, &options, &mut out);
                    agree(&done.map(|()| out), &expected, &format!("{path:?}, {told}"));
                    let prepared = Prepared::new(self.op, &self.data, picks, &options)
                        .and_then(|prepared| prepared.run(table))
                        .map(|out| out.as_slice().to_vec());
                    agree(&prepared, &expected, &format!("prepared, {path:?}, {told}"));
                }
            }
        }
    }
}

fn output_len(op: Op, data: &[usize], indices: &[usize]) -> usize {
    let rules = gather_core::Rules::ONNX;
    gather_core::Plan::new(op, data, indices, rules)
        .unwrap()
        .elements()
}

fn agree<T: PartialEq>(
    found: &Result<Vec<T>, GatherError>,
    expected: &Result<Vec<T>, GatherError>,
    told: &str,
) {
    match (found, expected) {
        (Ok(found), Ok(expected)) => assert!(found == expected, "{told}: other elements"),
        (Err(found), Err(expected)) => assert_eq!(found, expected, "{told}"),
        (Ok(_), Err(expected)) => panic!("{told}: expected {expected}"),
        (Err(found), Ok(_)) => panic!("{told}: {found}"),
    }
}

const ROWS: [usize; 8] = [16, 31, 32, 33, 48, 63, 97, 144];
const BAD_IN: [usize; 3] = [0, 50, 2];

fn every_depth<T: Marked, I: Cut>() {
    for (n, rows) in ROWS.into_iter().enumerate() {
        for bad_in in BAD_IN {
            for axes in [&[100][..], &[9, 7], &[5, 4, 3], &[3, 4, 2, 5]] {
                for slice in [1, 2, 3, 4] {
                    Call::nd(axes, slice, rows).check::<T, I>(bad_in, n as u64);
                }
            }
            // each row has a part of data of its own; columns of a small table
            Call::elements(1, &[rows, 6], &[rows, 1]).check::<T, I>(bad_in, n as u64);
            Call::elements(0, &[6, rows + 3], &[4, rows]).check::<T, I>(bad_in, n as u64);
        }
    }
}

#[test]
fn words_of_every_width_by_wide_indices() {
    every_depth::<u8, i64>();
    every_depth::<u16, u64>();
    every_depth::<u32, i64>();
    every_depth::<f64, u64>();
}

#[test]
fn words_of_every_width_by_narrow_indices() {
    every_depth::<u8, u32>();
    every_depth::<u16, i32>();
    every_depth::<u32, u32>();
    every_depth::<f64, i32>();
}

#[test]
fn words_by_indices_of_a_few_bits() {
    every_depth::<u32, i8>();
    every_depth::<u32, u8>();
    every_depth::<u8, i16>();
    every_depth::<f64, u16>();
}

/// A table that is packed in stripes has more than half a megabyte, and a quarter of its height is picked.
#[test]
fn stripes_of_columns() {
    fn stripes<T: Marked, I: Cut>(height: usize, width: usize, picked: usize) {
        // Two tables; fewer columns than the table has; in whole stripes and not.
        let call = Call::elements(1, &[2, height, width], &[2, height / 4 + 1, picked]);
        for bad_in in [0, 50_000, 3] {
            call.check::<T, I>(bad_in, 1);
        }
    }
    stripes::<u32, i64>(400, 350, 350);
    stripes::<u32, i32>(400, 350, 320);
    stripes::<f64, u32>(300, 230, 229);
    stripes::<u8, i64>(700, 800, 333);
    stripes::<u16, u64>(500, 600, 64);
}

/// A triple is moved as four bytes, and behind a single one there is no fourth.
#[test]
fn triples_out_of_tables_of_one_and_two() {
    for height in [1, 2, 3] {
        for rows in [16, 32, 48] {
            for bad_in in BAD_IN {
                Call::nd(&[height], 3, rows).check::<u8, i64>(bad_in, 3);
                Call::nd(&[height], 3, rows).check::<u8, u32>(bad_in, 3);
                Call::nd(&[height], 1, rows).check::<[u8; 3], i64>(bad_in, 3);
            }
        }
    }
}
