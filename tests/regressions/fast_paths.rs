//! A bad index is found wherever it stands: OpenVINO's path for short rows skipped the check and
//! returned heap memory.
//!
//! Every policy, row lengths up to beyond every vector, row counts around every block, elements of several
//! widths, the bad index first, in the middle and last. Too many calls for the oracle, so what is
//! expected is said here, row by row.

use gather_core::{
    GatherError, GatherOptions, Op, OutOfRange, Prepared, ViewDyn, gather_op_dyn,
    gather_op_dyn_into,
};
use gather_tests::agree::{MOST_MARKS, Marked};

const ROW_COUNTS: [usize; 14] = [0, 1, 15, 16, 17, 63, 64, 65, 127, 128, 129, 255, 256, 257];

/// Rows that an index can pick from.
const SIZE: usize = 5;

/// How the rows of an output are found.
#[derive(Clone, Copy, Debug)]
enum Path {
    /// All rows pick from one table.
    Table(Op),
    /// Each row picks from a table of its own.
    Batches(Op),
    /// The rows pick from two tables by turns, by tuples of this length.
    Tuples(usize),
}

/// Paths for rows of any length.
const PATHS: [Path; 7] = [
    Path::Table(Op::gather(0, 0)),
    Path::Table(Op::gather_nd(0)),
    Path::Batches(Op::gather(1, 1)),
    Path::Batches(Op::gather_nd(1)),
    Path::Tuples(2),
    Path::Tuples(3),
    Path::Tuples(4),
];

/// Paths for rows of one element.
const PATHS_OF_ELEMENTS: [Path; 2] = [
    Path::Table(Op::gather_elements(0)),
    Path::Batches(Op::gather_elements(1)),
];

/// One call: `rows` rows of `slice` elements, of which the one at `bad` has an index that is no good.
#[derive(Debug)]
struct Call {
    path: Path,
    rows: usize,
    slice: usize,
    bad: Option<(usize, i64)>,
}

impl Call {
    fn op(&self) -> Op {
        match self.path {
            Path::Table(op) | Path::Batches(op) => op,
            Path::Tuples(_) => Op::gather_nd(0),
        }
    }

    fn depth(&self) -> usize {
        match self.path {
            Path::Tuples(depth) => depth,
            _ => 1,
        }
    }

    fn data_shape(&self) -> Vec<usize> {
        let mut shape = match self.path {
            Path::Table(_) => vec![],
            Path::Batches(_) => vec![self.rows],
            Path::Tuples(depth) => [vec![1; depth - 2], vec![2]].concat(),
        };
        shape.push(SIZE);
        if !matches!(self.op(), Op::GatherElements { .. }) {
            shape.push(self.slice);
        }
        shape
    }

    fn indices_shape(&self) -> Vec<usize> {
        match (self.op(), self.path) {
            (Op::Gather { .. }, _) | (Op::GatherElements { .. }, Path::Table(_)) => vec![self.rows],
            _ => vec![self.rows, self.depth()],
        }
    }

    /// Both ways to write a position, and the bad one; before them, which of two tables is meant.
    fn values(&self) -> Vec<i64> {
        let mut values = vec![0; self.rows * self.depth()];
        for (row, tuple) in values.chunks_exact_mut(self.depth()).enumerate() {
            let good = (row % SIZE) as i64 - (row % 2 * SIZE) as i64;
            let value = self.bad.filter(|(bad, _)| *bad == row);
            match tuple {
                [.., table, last] => {
                    *table = row as i64 % 2;
                    *last = value.map_or(good, |(_, value)| value);
                }
                [last] => *last = value.map_or(good, |(_, value)| value),
                [] => {}
            }
        }
        values
    }

    /// The table that a row picks from, as the number of its first row.
    fn table(&self, row: usize) -> usize {
        match self.path {
            Path::Table(_) => 0,
            Path::Batches(_) => row * SIZE,
            Path::Tuples(_) => row % 2 * SIZE,
        }
    }

    /// The elements that must come out, `None` for an error.
    fn expected<T: Marked>(&self, data: &[T], policy: OutOfRange) -> Option<Vec<T>> {
        let mut out = Vec::with_capacity(self.rows * self.slice);
        for row in 0..self.rows {
            let position = match self.bad {
                Some((bad, value)) if bad == row => match policy {
                    OutOfRange::Error => return None,
                    OutOfRange::Fill(()) => {
                        out.resize(out.len() + self.slice, filling());
                        continue;
                    }
                    OutOfRange::Clamp if value < 0 => 0,
                    OutOfRange::Clamp => SIZE - 1,
                    OutOfRange::Wrap => value.rem_euclid(SIZE as i64) as usize,
                },
                _ => row % SIZE,
            };
            let first = (self.table(row) + position) * self.slice;
            out.extend_from_slice(&data[first..first + self.slice]);
        }
        Some(out)
    }

    /// Runs the call under one policy, into a new tensor and over a poisoned buffer.
    fn check<T: Marked>(&self, data: &[T], policy: OutOfRange) {
        let (data_shape, indices_shape) = (self.data_shape(), self.indices_shape());
        let data = &data[..data_shape.iter().product()];
        let values = self.values();
        let options = GatherOptions::default().out_of_range(match policy {
            OutOfRange::Error => OutOfRange::Error,
            OutOfRange::Fill(()) => OutOfRange::Fill(filling()),
            OutOfRange::Clamp => OutOfRange::Clamp,
            OutOfRange::Wrap => OutOfRange::Wrap,
        });
        let (table, indices) = (
            ViewDyn::new(data, &data_shape).unwrap(),
            ViewDyn::new(&values, &indices_shape).unwrap(),
        );
        let mut out = vec![T::mark(MOST_MARKS + 1); self.rows * self.slice];
        let over = gather_op_dyn_into(self.op(), table, indices, &options, &mut out);
        let fresh = gather_op_dyn(self.op(), table, indices, &options);
        let prepared = Prepared::new(self.op(), &data_shape, indices, &options)
            .and_then(|prepared| prepared.run(table));
        assert!(prepared == fresh, "prepared: {policy:?}, {self:?}");
        let expected = self.expected(data, policy);
        match (over, fresh, expected) {
            (Ok(()), Ok(fresh), Some(expected)) => {
                assert!(out == expected, "over a buffer: {policy:?}, {self:?}");
                assert!(fresh.as_slice() == expected, "{policy:?}, {self:?}");
            }
            (Err(GatherError::Index(over)), Err(GatherError::Index(fresh)), None) => {
                assert_eq!(over, fresh, "{policy:?}, {self:?}");
                let last_of = |row| (row + 1) * self.depth() - 1;
                let bad = self.bad.map(|(row, value)| (last_of(row), value.into()));
                let found = (over.flat(), over.value());
                assert_eq!(Some(found), bad, "{policy:?}, {self:?}");
            }
            (over, ..) => panic!("{over:?}: {policy:?}, {self:?}"),
        }
    }
}

/// What is filled in: no element of data.
fn filling<T: Marked>() -> T {
    T::mark(MOST_MARKS)
}

/// All calls over elements of one type.
fn every_call<T: Marked>() {
    let most = ROW_COUNTS.iter().max().unwrap() * SIZE * 70;
    let data: Vec<T> = (0..most).map(T::mark).collect();
    for rows in ROW_COUNTS {
        for slice in 1..=70 {
            every_index(&PATHS, rows, slice, &data);
        }
        every_index(&PATHS_OF_ELEMENTS, rows, 1, &data);
    }
}

fn every_index<T: Marked>(paths: &[Path], rows: usize, slice: usize, data: &[T]) {
    for path in paths {
        for bad in bad_indices(rows) {
            let call = Call {
                path: *path,
                rows,
                slice,
                bad,
            };
            for policy in POLICIES {
                call.check(data, policy);
            }
        }
    }
}

const POLICIES: [OutOfRange; 4] = [
    OutOfRange::Error,
    OutOfRange::Fill(()),
    OutOfRange::Clamp,
    OutOfRange::Wrap,
];

/// None, and one at each end and in the middle, past the axis or before it.
fn bad_indices(rows: usize) -> Vec<Option<(usize, i64)>> {
    let size = SIZE as i64;
    let places = [
        (0, size),
        (rows / 2, -size - 1),
        (rows.saturating_sub(1), i64::MAX),
    ];
    let bad = places.into_iter().filter(|_| rows > 0).map(Some);
    [None].into_iter().chain(bad).collect()
}

#[test]
fn openvino_short_fast_path_skips_the_check() {
    gather_core::Path::Portable.force();
    every_call::<u8>();
    gather_core::Path::best().force();
    every_call::<u8>();
}

#[test]
fn openvino_short_fast_path_skips_the_check_of_wider_elements() {
    every_call::<u32>();
}
