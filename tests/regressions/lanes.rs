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

    /// Each row picks one element of a row of its own.
    fn one_each(rows: usize, size: usize) -> Self {
        Self {
            op: Op::gather_nd(1),
            data: vec![rows, size],
            indices: vec![rows, 1],
            axes: vec![size],
        }
    }

    /// Some indices, good and bad.
    fn check<T: Marked, I: Cut>(&self, bad_in: usize, seed: u64) {
        let mut values = Values(seed);
        self.compare::<T, I>(|_, size| values.index(size, bad_in));
    }

    /// Compares the call over a buffer, and prepared, with the formulas, on indices by their number and axis.
    fn compare<T: Marked, I: Cut>(&self, mut index: impl FnMut(usize, usize) -> i128) {
        let count = |shape: &[usize]| shape.iter().product::<usize>();
        let data: Vec<T> = (0..count(&self.data)).map(T::mark).collect();
        let indices: Vec<I> = (0..count(&self.indices))
            .map(|n| I::cut(index(n, self.axes[n % self.axes.len()])))
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

/// Groups of rows whose indices are all in range and none negative have loops of their own, and so have some rows after
/// one that is not: one odd index among many that are plain, at the ends of groups, of what comes after, and of lines.
#[test]
fn one_odd_index_among_plain_ones() {
    fn plain<T: Marked, I: Cut>() {
        for rows in [32, 47, 600, 1100] {
            for call in [
                Call::nd(&[100], 1, rows),
                Call::nd(&[9, 7], 1, rows),
                Call::one_each(rows, 5),
                Call::elements(0, &[6, rows + 3], &[1, rows]),
                Call::elements(1, &[2, 6, 64], &[2, rows / 40 + 1, 64]),
                Call::elements(1, &[rows / 40 + 1, 6], &[rows / 40 + 1, 70]),
            ] {
                one_odd::<T, I>(&call);
            }
        }
    }
    plain::<u8, i64>();
    plain::<u16, i32>();
    plain::<[u8; 3], i64>();
    plain::<[u8; 3], u32>();
    plain::<u32, i64>();
    plain::<u32, u32>();
    plain::<f64, u64>();
    plain::<f64, i32>();
}

/// Plain indices but for one, at places around the ends of groups.
fn one_odd<T: Marked, I: Cut>(call: &Call) {
    let count = call.indices.iter().product::<usize>();
    let odd = |size: usize, kind: usize| {
        let size = size as i128;
        // The largest, from the end, out of range, and in range if only the lower half is looked at.
        [size - 1, -1, -size, size, -size - 1, (1 << 32) + 1, 1 << 31][kind % 7]
    };
    let places = [
        0, 1, 15, 16, 17, 31, 255, 256, 511, 512, 513, 543, 544, 559, 1024,
    ];
    let last = [count - 1, count - 16, count - 17, count / 2];
    for (kind, place) in places.into_iter().chain(last).enumerate() {
        for kind in [kind, kind + 3] {
            call.compare::<T, I>(|n, size| {
                if n == place {
                    odd(size, kind)
                } else {
                    (n * 5 % size) as i128
                }
            });
        }
    }
}

/// Words that are filled by indices as they lie, as long as none counts from the end: every seventh is out of range, on either
/// side, and one, or none, counts from the end, at places around groups and around what follows such a group.
#[test]
fn one_index_from_the_end_among_words_to_fill() {
    fn filled<T: Marked, I: Cut>() {
        for call in [
            Call::nd(&[100], 1, 31),
            Call::nd(&[100], 1, 5000),
            Call::nd(&[1], 1, 200),
            Call::elements(1, &[3, 50], &[3, 700]),
            Call::nd(&[9, 7], 1, 2500),
            Call::nd(&[1, 5], 1, 100),
            Call::one_each(5000, 3),
            Call::elements(0, &[6, 703], &[2, 700]),
            Call::elements(1, &[2, 6, 70], &[2, 9, 70]),
        ] {
            for place in [0, 15, 16, 17, 500, 511, 512, 600, 1023, 4100, 4999, 9999] {
                for from_end in [1, 37, 100] {
                    call.compare::<T, I>(|n, size| {
                        let wide = size as i128;
                        match n {
                            _ if n == place => -wide.min(from_end),
                            _ if n % 7 == 3 => {
                                [wide, -wide - 1, i128::from(i64::MIN), 1 << 32][n % 4]
                            }
                            _ => (n * 5 % size) as i128,
                        }
                    });
                }
            }
        }
    }
    filled::<u8, i64>();
    filled::<u16, u64>();
    filled::<u32, i64>();
    filled::<u32, i32>();
    filled::<f64, u32>();
    filled::<f64, i64>();
    filled::<[u8; 3], i64>();
    filled::<[u8; 3], u32>();
}

/// Rows of every number of vectors, and of every length around whole vectors, in lines and alone; one index is out of range,
/// the last rows of data are picked.
#[test]
fn rows_of_any_number_of_vectors() {
    fn rows<T: Marked, I: Cut>(bytes: usize) {
        for (lines, line) in [(1, 37), (12, 3), (34, 1)] {
            let call = Call {
                op: Op::gather(1, 1),
                data: vec![lines, 5, bytes / size_of::<T>()],
                indices: vec![lines, line],
                axes: vec![5],
            };
            let last = lines * line - 1;
            call.compare::<T, I>(|n, size| ((n * 3 + size - 1) % size) as i128);
            for (place, index) in [(last, -1), (last, 4), (last, 5), (last / 2, -6), (0, -5)] {
                call.compare::<T, I>(|n, size| {
                    if n == place {
                        index
                    } else {
                        (n % size) as i128 - (n % 2 * size) as i128
                    }
                });
            }
            // Rows between those that are out of range, on either side: none, one, a few.
            for every in [1, 2, 5] {
                call.compare::<T, I>(|n, size| match n % every {
                    0 => [5, -6, i128::from(i64::MAX), 1 << 32, 1 << 31][n % 7 % 5],
                    _ => (n % size) as i128 - (n % 2 * size) as i128,
                });
            }
        }
    }
    let around = |vectors: usize| [32 * vectors - 1, 32 * vectors, 32 * vectors + 1];
    let lengths = (1..=17).flat_map(around).chain([
        36, 45, 60, 75, 140, 300, 577, 800, 1000, 1024, 1025, 4096, 4097,
    ]);
    for bytes in lengths {
        // The formulas go element by element: of long rows they are as large as they can be.
        let [wide, narrow] = match bytes {
            301.. if bytes.is_multiple_of(16) => [rows::<u128, i64>, rows::<u128, i32>],
            301.. if bytes.is_multiple_of(8) => [rows::<f64, i64>, rows::<f64, i32>],
            _ => [rows::<u8, i64>, rows::<u8, i32>],
        };
        wide(bytes);
        narrow(bytes);
    }
}

/// Rows of several vectors, in lines of any length that follow each other.
#[test]
fn rows_of_short_lines() {
    for (lines, line) in [
        (60, 3),
        (33, 1),
        (1, 40),
        (12, 3),
        (5, 31),
        (2, 33),
        (40, 2),
    ] {
        for slice in [17, 24, 35, 64, 65, 300] {
            let call = Call {
                op: Op::gather(1, 1),
                data: vec![lines, 7, slice],
                indices: vec![lines, line],
                axes: vec![7],
            };
            for bad_in in [0, 40, 3] {
                call.check::<u32, i64>(bad_in, 5);
                call.check::<u32, i32>(bad_in, 6);
            }
        }
    }
}

/// Long tuples whose indices are all in range, and one that is not.
#[test]
fn one_odd_index_among_long_tuples() {
    for axes in [&[9, 7][..], &[5, 4, 3], &[3, 4, 2, 5]] {
        for rows in [24, 40, 129, 300] {
            let call = Call::nd(axes, 5, rows);
            one_odd::<u32, i64>(&call);
            one_odd::<u32, i32>(&call);
        }
    }
}
