//! Lines of rows that go through one loop, by equal steps in data, in the indices and in the output: a bad index
//! in any line, at any place of it, is that index and no other, and what comes before and behind it is right.

use gather_core::{
    GatherOptions, Index, Op, OutOfRange, Path, Prepared, Rules, ViewDyn, gather_op_dyn_into,
    gather_op_output_shape, reference,
};

/// How lines of indices lie in memory: one after another, with others between them, or with the last one first.
const LAYS: [(usize, bool); 3] = [(0, false), (3, false), (2, true)];

/// A call with several lines, and its shapes.
struct Lines {
    op: Op,
    data: &'static [usize],
    indices: &'static [usize],
    /// Positions on the indexed axis.
    size: i64,
}

/// Lines that share their part of data, lines that have parts of their own, and both; of whole groups of rows and
/// of some more; of words and of rows of several vectors.
const CALLS: [Lines; 7] = [
    Lines {
        op: Op::gather_elements(1),
        data: &[3, 7, 48],
        indices: &[3, 5, 48],
        size: 7,
    },
    Lines {
        op: Op::gather_elements(1),
        data: &[4, 9, 37],
        indices: &[4, 3, 37],
        size: 9,
    },
    Lines {
        op: Op::gather_elements(1),
        data: &[6, 11],
        indices: &[6, 50],
        size: 11,
    },
    Lines {
        op: Op::gather_elements(2),
        data: &[2, 3, 11],
        indices: &[2, 3, 64],
        size: 11,
    },
    Lines {
        op: Op::gather_nd(1),
        data: &[5, 13],
        indices: &[5, 40, 1],
        size: 13,
    },
    Lines {
        op: Op::gather(1, 1),
        data: &[4, 6, 33],
        indices: &[4, 35],
        size: 6,
    },
    Lines {
        op: Op::gather(1, 1),
        data: &[3, 6, 80],
        indices: &[3, 32],
        size: 6,
    },
];

const POLICIES: [OutOfRange<u32>; 4] = [
    OutOfRange::Error,
    OutOfRange::Fill(u32::MAX),
    OutOfRange::Clamp,
    OutOfRange::Wrap,
];

impl Lines {
    /// Good indices, negative ones among them, and bad ones at these places.
    fn indices<I: Index + TryFrom<i64>>(&self, bad: &[usize]) -> Vec<I> {
        let count = self.indices.iter().product::<usize>();
        let value = |n: usize| {
            let place = (n as i64 * 5 + n as i64 / 7) % self.size;
            let value = match bad.iter().position(|at| *at == n) {
                Some(0) => self.size,
                Some(_) => -self.size - 1,
                None if n.is_multiple_of(3) => place - self.size,
                None => place,
            };
            I::try_from(value).unwrap_or_else(|_| panic!("{value} fits an index"))
        };
        (0..count).map(value).collect()
    }

    /// Every way to call gives what the formulas give, wherever lines lie.
    fn check<I: Index + TryFrom<i64>>(&self, bad: &[usize], lays: &[(usize, bool)]) {
        let values = self.indices::<I>(bad);
        for lay in lays {
            self.check_laid(&values, *lay, bad);
        }
    }

    fn check_laid<I: Index>(&self, values: &[I], (gap, backwards): (usize, bool), bad: &[usize]) {
        let elements = self.data.iter().product::<usize>();
        let data: Vec<u32> = (0..elements).map(|n| n as u32).collect();
        let data = ViewDyn::new(&data, self.data).unwrap();
        let line = match self.indices {
            [.., line, 1] | [.., line] => *line,
            [] => 1,
        };
        let mut lines: Vec<&[I]> = values.chunks(line).collect();
        if backwards {
            lines.reverse();
        }
        let between = &values[..gap];
        let store: Vec<I> = lines
            .iter()
            .flat_map(|line| [*line, between].concat())
            .collect();
        let (offset, strides) = self.lay(line, gap, backwards);
        let indices = ViewDyn::from_strides(&store, offset, self.indices, &strides).unwrap();
        for policy in POLICIES {
            let options = GatherOptions::default().out_of_range(policy);
            let expected = reference::gather(self.op, data, indices, &options);
            let told = format!(
                "{policy:?}, {:?}, bad at {bad:?}, strides {strides:?}",
                self.op
            );
            let mut out = vec![u32::MAX - 1; self.output_length()];
            let found = gather_op_dyn_into(self.op, data, indices, &options, &mut out);
            let prepared = Prepared::new(self.op, self.data, indices, &options)
                .and_then(|prepared| prepared.run(data));
            assert!(prepared == expected, "prepared: {told}");
            match expected {
                Ok(expected) => {
                    assert_eq!(found, Ok(()), "{told}");
                    assert!(out == expected.as_slice(), "{told}");
                }
                Err(error) => assert_eq!(found, Err(error), "{told}"),
            }
        }
    }

    /// Where the first index lies, and how far it is to the next along each axis.
    fn lay(&self, line: usize, gap: usize, backwards: bool) -> (usize, Vec<isize>) {
        let mut strides = Vec::new();
        let (mut within, mut lines) = (1, 1);
        for size in self.indices.iter().rev() {
            if within < line {
                strides.push(within as isize);
                within *= size;
            } else {
                let apart = (lines * (line + gap)) as isize;
                strides.push(if backwards { -apart } else { apart });
                lines *= size;
            }
        }
        strides.reverse();
        let first = if backwards {
            (lines - 1) * (line + gap)
        } else {
            0
        };
        (first, strides)
    }

    fn output_length(&self) -> usize {
        let shape = gather_op_output_shape(self.op, self.data, self.indices, Rules::ONNX);
        shape.unwrap().elements()
    }
}

/// None, one in each line at its ends and between, and two.
fn bad_places(indices: &[usize]) -> Vec<Vec<usize>> {
    let count = indices.iter().product::<usize>();
    let one_by_one = (0..count).step_by(5).map(|place| vec![place]);
    let two = (0..count)
        .step_by(17)
        .map(|place| vec![count - 1 - place, place]);
    [vec![]]
        .into_iter()
        .chain(one_by_one)
        .chain([vec![count - 1]])
        .chain(two)
        .collect()
}

#[test]
fn a_bad_index_in_any_line() {
    for path in [Path::Portable, Path::best()] {
        path.force();
        for call in &CALLS {
            for (n, bad) in bad_places(call.indices).iter().enumerate() {
                // Lays take their time; with each of them some places are enough.
                let lays = if n.is_multiple_of(6) {
                    &LAYS[..]
                } else {
                    &LAYS[..1]
                };
                call.check::<i64>(bad, lays);
                call.check::<i32>(bad, lays);
            }
        }
    }
}
