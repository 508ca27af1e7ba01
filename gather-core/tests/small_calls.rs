//! Every operator on small shapes against its formula, which is written down here once more: shapes, elements,
//! policies and the first bad index, over tensors that lie in several orders, prepared too. It compiles and
//! runs in seconds, which is what mutants need (`scripts/mutants.sh`).

use gather_core::{
    BatchSizes, Element, GatherError, GatherOptions, Index, NonAxis, Op, OutOfRange, Path, Plan,
    Prepared, Rules, ViewDyn, explain, gather_op_dyn, gather_op_dyn_into, reference,
};

/// A call: operator, data, indices, output.
type Sample = (Op, &'static [usize], &'static [usize], &'static [usize]);

const SAMPLES: &[Sample] = &[
    (Op::gather_nd(0), &[3], &[2, 1], &[2]),
    (Op::gather_nd(0), &[3, 4], &[5, 2], &[5]),
    (Op::gather_nd(0), &[3, 4], &[2], &[]),
    (Op::gather_nd(0), &[3, 4, 2], &[2, 3, 1], &[2, 3, 4, 2]),
    (Op::gather_nd(0), &[2, 3, 2, 3], &[4, 3], &[4, 3]),
    (Op::gather_nd(0), &[2, 3, 2, 3], &[2, 2, 4], &[2, 2]),
    (Op::gather_nd(0), &[2, 3, 2, 1, 3], &[7, 5], &[7]),
    (Op::gather_nd(0), &[2, 3, 2, 2, 3, 2], &[7, 5], &[7, 2]),
    (Op::gather_nd(1), &[2, 3, 4], &[2, 5, 1], &[2, 5, 4]),
    (Op::gather_nd(1), &[2, 3, 4], &[2, 2], &[2]),
    (
        Op::gather_nd(2),
        &[2, 3, 4, 5],
        &[2, 3, 2, 1],
        &[2, 3, 2, 5],
    ),
    (Op::gather_nd(2), &[2, 1, 4, 3], &[2, 1, 2, 2], &[2, 1, 2]),
    (Op::gather_nd(1), &[300, 2, 3], &[300, 1, 1], &[300, 1, 3]),
    (Op::gather_nd(0), &[5, 7], &[150, 1], &[150, 7]),
    (Op::gather(0, 0), &[4], &[], &[]),
    (Op::gather(0, 0), &[4, 3], &[2, 2], &[2, 2, 3]),
    (Op::gather(1, 0), &[2, 4, 3], &[5], &[2, 5, 3]),
    (Op::gather(-1, 0), &[2, 3, 4], &[2, 3], &[2, 3, 2, 3]),
    (Op::gather(1, 1), &[2, 4, 3], &[2, 5], &[2, 5, 3]),
    (Op::gather(2, 1), &[2, 3, 4, 2], &[2, 3], &[2, 3, 3, 2]),
    (Op::gather(2, -1), &[2, 3, 4], &[2, 3], &[2, 3, 3]),
    (Op::gather(2, 2), &[2, 3, 4, 2], &[2, 3], &[2, 3, 2]),
    (Op::gather(1, 0), &[5, 7, 2], &[], &[5, 2]),
    (Op::gather(1, 0), &[9, 5], &[200], &[9, 200]),
    (Op::gather(1, 0), &[3, 5, 2], &[1500], &[3, 1500, 2]),
    (Op::gather_elements(0), &[4], &[6], &[6]),
    (Op::gather_elements(0), &[3, 4], &[2, 4], &[2, 4]),
    (Op::gather_elements(1), &[3, 4], &[3, 4], &[3, 4]),
    (Op::gather_elements(1), &[4, 5, 6], &[3, 7, 4], &[3, 7, 4]),
    (Op::gather_elements(-1), &[2, 3, 4], &[2, 3, 2], &[2, 3, 2]),
    (Op::gather_elements(0), &[1, 1], &[1, 1], &[1, 1]),
    // Elements out of columns, and all but the axis a part of what is there.
    (Op::gather_elements(0), &[5, 3], &[9, 3], &[9, 3]),
    (Op::gather_elements(1), &[2, 5, 4], &[2, 3, 4], &[2, 3, 4]),
    (Op::gather_elements(-2), &[2, 5, 4], &[2, 3, 4], &[2, 3, 4]),
    (Op::gather_elements(1), &[2, 5, 4], &[2, 3, 3], &[2, 3, 3]),
    (Op::gather_elements(1), &[3, 5, 1], &[3, 7, 1], &[3, 7, 1]),
    // Most of what is done straight from the shapes, and one more: single elements, columns, short rows, longer
    // ones.
    (Op::gather(0, 0), &[7], &[192], &[192]),
    (Op::gather(0, 0), &[7], &[193], &[193]),
    (Op::gather_elements(0), &[7, 3], &[64, 3], &[64, 3]),
    (Op::gather_elements(0), &[7, 3], &[65, 3], &[65, 3]),
    (Op::gather(0, 0), &[7, 8], &[64], &[64, 8]),
    (Op::gather(0, 0), &[7, 8], &[65], &[65, 8]),
    (Op::gather_nd(0), &[3, 2, 9], &[40, 2], &[40, 9]),
    (Op::gather_nd(0), &[3, 2, 9], &[41, 2], &[41, 9]),
    (Op::gather(0, 0), &[3, 16], &[5], &[5, 16]),
    (Op::gather(0, 0), &[3, 17], &[5], &[5, 17]),
    (Op::gather(0, 0), &[3, 32], &[40], &[40, 32]),
    (Op::gather(0, 0), &[3, 33], &[16], &[16, 33]),
    (Op::gather(0, 0), &[3, 33], &[17], &[17, 33]),
    (Op::gather(0, 0), &[3, 64], &[16], &[16, 64]),
    (Op::gather(0, 0), &[3, 65], &[2], &[2, 65]),
    // More levels than a plan keeps.
    (Op::gather_elements(4), &[3; 9], &[2; 9], &[2; 9]),
];

/// Calls in which sizes of 1 are repeated.
const REPEATED: &[Sample] = &[
    (Op::gather_nd(1), &[1, 3, 2], &[4, 2, 1], &[4, 2, 2]),
    (Op::gather_nd(1), &[4, 3, 2], &[1, 2, 1], &[4, 2, 2]),
    (Op::gather_nd(2), &[4, 1, 3], &[1, 2, 1], &[4, 2]),
    (Op::gather(1, 1), &[1, 3, 2], &[4, 2], &[4, 2, 2]),
    (Op::gather(2, 1), &[4, 2, 3], &[1, 5], &[4, 2, 5]),
    (Op::gather_elements(1), &[1, 3, 2], &[4, 2, 1], &[4, 2, 2]),
    (Op::gather_elements(0), &[3, 1, 2], &[2, 4, 1], &[2, 4, 2]),
];

/// Tuples of every length, a few more than vectors hold, to single elements and to rows.
const TUPLES: &[Sample] = &[
    (Op::gather_nd(0), &[5], &[19, 1], &[19]),
    (Op::gather_nd(0), &[5, 3], &[19, 1], &[19, 3]),
    (Op::gather_nd(0), &[3, 4], &[19, 2], &[19]),
    (Op::gather_nd(0), &[3, 4, 3], &[19, 2], &[19, 3]),
    (Op::gather_nd(0), &[3, 4, 2], &[19, 3], &[19]),
    (Op::gather_nd(0), &[3, 4, 2, 3], &[19, 3], &[19, 3]),
    (Op::gather_nd(0), &[2, 3, 4, 2], &[19, 4], &[19]),
    (Op::gather_nd(0), &[2, 3, 4, 2, 3], &[19, 4], &[19, 3]),
    (Op::gather_nd(0), &[2, 1, 2, 3, 2], &[19, 5], &[19]),
];

fn count(shape: &[usize]) -> usize {
    shape.iter().product()
}

fn coordinates(flat: usize, shape: &[usize]) -> Vec<usize> {
    let mut rest = flat;
    let mut at: Vec<usize> = shape
        .iter()
        .rev()
        .map(|size| {
            let digit = rest % size;
            rest /= size;
            digit
        })
        .collect();
    at.reverse();
    at
}

/// The number of the element at these coordinates; in a dimension of size 1 every coordinate is the only one.
fn flat(at: &[usize], shape: &[usize]) -> usize {
    assert_eq!(at.len(), shape.len(), "a coordinate for each size");
    at.iter()
        .zip(shape)
        .fold(0, |flat, (at, size)| flat * size + at % size)
}

fn plain(attribute: i128, rank: usize) -> usize {
    let rank = i128::try_from(rank).expect("small");
    usize::try_from(if attribute < 0 {
        attribute + rank
    } else {
        attribute
    })
    .expect("in range")
}

/// The sizes of the axes that the coordinates of a tuple index, and the first of those axes.
fn axes((op, data, indices, _): Sample) -> (usize, Vec<usize>) {
    match op {
        Op::GatherNd { batch_dims } => {
            let first = plain(batch_dims, 0);
            (first, data[first..][..indices[indices.len() - 1]].to_vec())
        }
        Op::Gather { axis, .. } | Op::GatherElements { axis } => {
            let axis = plain(axis, data.len());
            (axis, vec![data[axis]])
        }
    }
}

/// What happens to an index.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Policy {
    Error,
    Fill,
    Clamp,
    Wrap,
}

const POLICIES: [Policy; 4] = [Policy::Error, Policy::Fill, Policy::Clamp, Policy::Wrap];

/// Where an index leads; `None` if nowhere.
fn place(index: i64, size: usize, policy: Policy) -> Option<usize> {
    let size = i64::try_from(size).expect("small");
    let counted = if index < 0 { index + size } else { index };
    let at = match policy {
        Policy::Clamp => counted.clamp(0, size - 1),
        Policy::Wrap => index.rem_euclid(size),
        Policy::Error | Policy::Fill => counted,
    };
    (0..size)
        .contains(&at)
        .then(|| usize::try_from(at).expect("not negative"))
}

/// For each element of the output the number of the element of data; `None` if it is filled.
fn sources(sample: Sample, values: &[i64], policy: Policy) -> Vec<Option<usize>> {
    let (op, data, indices, output) = sample;
    let (first, sizes) = axes(sample);
    let find = |at: &[usize], coordinate: usize| {
        place(values[flat(at, indices)], sizes[coordinate], policy)
    };
    let source = |n: usize| -> Option<usize> {
        let at = coordinates(n, output);
        let from = match op {
            Op::GatherNd { .. } => {
                let (tuple, rest) = at.split_at(indices.len() - 1);
                let mut from = tuple[..first].to_vec();
                for coordinate in 0..sizes.len() {
                    from.push(find(&[tuple, &[coordinate]].concat(), coordinate)?);
                }
                [&from, rest].concat()
            }
            Op::Gather { batch_dims, .. } => {
                let batch = plain(batch_dims, indices.len());
                let (before, rest) = at.split_at(first);
                let (picks, after) = rest.split_at(indices.len() - batch);
                let index = find(&[&before[..batch], picks].concat(), 0)?;
                [before, &[index], after].concat()
            }
            Op::GatherElements { .. } => {
                let mut from = at.clone();
                from[first] = find(&at, 0)?;
                from
            }
        };
        Some(flat(&from, data))
    };
    (0..count(output)).map(source).collect()
}

/// Indices in range from either end, the same every time.
fn values(sample: Sample) -> Vec<i64> {
    let (_, sizes) = axes(sample);
    let mut state = 12_345_u64;
    let value = |n: usize| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(99);
        let size = i64::try_from(sizes[n % sizes.len()]).expect("small");
        i64::try_from(state >> 40).expect("24 bits") % (2 * size) - size
    };
    (0..count(sample.2)).map(value).collect()
}

/// Elements in one of several orders.
struct Laid<'a, T> {
    shape: &'a [usize],
    storage: Vec<T>,
    offset: usize,
    strides: Vec<isize>,
}

const WAYS: usize = 5;

impl<'a, T: Clone> Laid<'a, T> {
    /// Row-major, backwards, by columns, with gaps everywhere, with gaps between the rows.
    fn new(elements: &[T], shape: &'a [usize], way: usize) -> Self {
        let mut order: Vec<usize> = (0..shape.len()).rev().collect();
        if way == 2 {
            order.reverse();
        }
        let mut steps = vec![0; shape.len()];
        let mut step = if way == 3 { 2 } else { 1 };
        for (n, axis) in order.into_iter().enumerate() {
            steps[axis] = step;
            step = step * shape[axis] + usize::from(way == 4 && n == 0);
        }
        let reach: usize = steps
            .iter()
            .zip(shape)
            .map(|(step, size)| step * (size - 1))
            .sum();
        let backwards = way == 1;
        let mut storage = vec![elements[0].clone(); 1 + reach + 3];
        for (n, element) in elements.iter().enumerate() {
            let at = coordinates(n, shape);
            let moved: usize = at.iter().zip(&steps).map(|(at, step)| at * step).sum();
            storage[1 + if backwards { reach - moved } else { moved }] = element.clone();
        }
        let sign = if backwards { -1 } else { 1 };
        let stride = |step: &usize| sign * isize::try_from(*step).expect("small");
        Self {
            shape,
            storage,
            offset: 1 + if backwards { reach } else { 0 },
            strides: steps.iter().map(stride).collect(),
        }
    }

    fn view(&self) -> ViewDyn<'_, T> {
        ViewDyn::from_strides(&self.storage, self.offset, self.shape, &self.strides)
            .expect("a good call")
    }
}

fn options<T>(policy: Policy, fill: T) -> GatherOptions<T> {
    GatherOptions::default().out_of_range(match policy {
        Policy::Error => OutOfRange::Error,
        Policy::Fill => OutOfRange::Fill(fill),
        Policy::Clamp => OutOfRange::Clamp,
        Policy::Wrap => OutOfRange::Wrap,
    })
}

/// GatherElements takes smaller indices or repeats sizes of 1, not both. Calls that repeat nothing are left plain, so that
/// small ones are done straight from their shapes.
fn with_repetition<T>(options: GatherOptions<T>, repeated: bool) -> GatherOptions<T> {
    if repeated {
        options
            .batch_sizes(BatchSizes::Broadcast)
            .non_axis(NonAxis::Broadcast)
    } else {
        options
    }
}

/// Every way to run a call.
struct Ways<'a, T, I> {
    sample: Sample,
    /// The orders in which data and indices lie.
    lays: (usize, usize),
    data: ViewDyn<'a, T>,
    indices: ViewDyn<'a, I>,
    options: &'a GatherOptions<T>,
}

impl<T: Element + PartialEq + core::fmt::Debug, I: Index> Ways<'_, T, I> {
    fn agree(&self, expected: &Result<Vec<T>, GatherError>) {
        let (op, _, _, output) = self.sample;
        let context = (self.sample, self.lays);
        let shaped = |result: Result<gather_core::TensorDyn<T>, GatherError>| {
            result.map(|tensor| {
                assert_eq!(tensor.shape(), output, "{context:?}");
                tensor.into_vec()
            })
        };
        let fresh = gather_op_dyn(op, self.data, self.indices, self.options);
        assert_eq!(&shaped(fresh), expected, "{context:?}");
        let slow = reference::gather(op, self.data, self.indices, self.options);
        assert_eq!(&shaped(slow), expected, "the reference: {context:?}");
        let prepared = Prepared::new(op, self.data.shape(), self.indices, self.options);
        let some = self.data.iter().next().expect("there are elements");
        let mut out = vec![some.clone(); count(output)];
        let run = prepared
            .clone()
            .and_then(|prepared| prepared.run(self.data));
        assert_eq!(&shaped(run), expected, "prepared: {context:?}");
        let run = prepared.and_then(|prepared| prepared.run_into(self.data, &mut out));
        assert_eq!(
            &run.map(|()| out.clone()),
            expected,
            "prepared, over a buffer: {context:?}"
        );
        out.fill(some.clone());
        let over = gather_op_dyn_into(op, self.data, self.indices, self.options, &mut out);
        assert_eq!(&over.map(|()| out), expected, "over a buffer: {context:?}");
    }
}

fn each_lay(sample: Sample, mut run: impl FnMut(usize, usize)) {
    let deep = sample.1.len() > 8;
    for data in 0..WAYS {
        for indices in 0..WAYS {
            // All orders of either, and a few of both.
            if !deep || data == 0 || indices == 0 {
                run(data, indices);
            }
        }
    }
}

fn samples() -> impl Iterator<Item = (Sample, bool)> {
    let plain = SAMPLES.iter().map(|sample| (*sample, false));
    plain.chain(REPEATED.iter().map(|sample| (*sample, true)))
}

fn results<T: Element + PartialEq + core::fmt::Debug>(element: impl Fn(usize) -> T) {
    let fill = element(1_000_000);
    for (sample, repeated) in samples() {
        let mut values = values(sample);
        let data: Vec<T> = (0..count(sample.1)).map(&element).collect();
        for policy in POLICIES {
            if policy != Policy::Error {
                // Some far outside, on either side.
                let middle = values.len() / 2;
                values[0] = 77;
                values[middle] = -78;
            }
            let expected: Vec<T> = sources(sample, &values, policy)
                .into_iter()
                .map(|source| source.map_or(fill.clone(), &element))
                .collect();
            let expected = Ok(expected);
            let options = with_repetition(options(policy, fill.clone()), repeated);
            each_lay(sample, |of_data, of_indices| {
                let data = Laid::new(&data, sample.1, of_data);
                let indices = Laid::new(&values, sample.2, of_indices);
                Ways {
                    sample,
                    lays: (of_data, of_indices),
                    data: data.view(),
                    indices: indices.view(),
                    options: &options,
                }
                .agree(&expected);
            });
        }
    }
}

#[test]
fn copied_elements() {
    for path in [Path::Portable, Path::best()] {
        path.force();
        results(|n| u32::try_from(n).expect("small"));
    }
    results(|n| {
        let [low, high, ..] = n.to_le_bytes();
        [low, high, 7]
    });
}

#[test]
fn cloned_elements() {
    results(Box::new);
}

/// The first bad index counts, wherever it is.
#[test]
fn bad_indices() {
    for (sample, repeated) in samples() {
        let (_, data, indices, _) = sample;
        let (first, sizes) = axes(sample);
        let elements: Vec<u16> = (0..count(data))
            .map(|n| u16::try_from(n).expect("small"))
            .collect();
        let last = count(indices) - 1;
        for bad in [0, last / 2, last] {
            let mut values = values(sample);
            let coordinate = bad % sizes.len();
            let value = i64::try_from(sizes[coordinate]).expect("small");
            values[bad] = if bad % 2 == 0 { value } else { -value - 1 };
            values[last] = if bad == last { values[bad] } else { 99 };
            let options = with_repetition(options(Policy::Error, 0), repeated);
            each_lay(sample, |of_data, of_indices| {
                let data = Laid::new(&elements, data, of_data);
                let laid = Laid::new(&values, indices, of_indices);
                let (data, laid) = (data.view(), laid.view());
                let error = gather_op_dyn(sample.0, data, laid, &options).expect_err("a bad index");
                let GatherError::Index(found) = error else {
                    panic!("{error:?} of {sample:?}");
                };
                assert_eq!(
                    (found.flat(), found.value()),
                    (bad, values[bad].into()),
                    "{sample:?}"
                );
                assert_eq!(
                    (found.axis(), found.size()),
                    (first + coordinate, sizes[coordinate])
                );
                let at = coordinates(bad, indices);
                let kept = found.coordinates();
                assert_eq!(
                    kept.as_slice(),
                    &at[at.len() - kept.as_slice().len()..],
                    "{sample:?}"
                );
                Ways {
                    sample,
                    lays: (of_data, of_indices),
                    data,
                    indices: laid,
                    options: &options,
                }
                .agree(&Err(error));
            });
        }
    }
}

/// Where there is nothing to gather the indices are checked all the same, repeated ones and whole tuples too.
#[test]
fn indices_of_empty_outputs() {
    const SHAPE: &[usize] = &[2, 3, 2];
    const CALLS: [Sample; 4] = [
        (Op::gather_nd(0), &[3, 4, 0], SHAPE, &[2, 3, 0]),
        (Op::gather_nd(1), &[2, 3, 4, 0], SHAPE, &[2, 3, 0]),
        (Op::gather(0, 0), &[3, 0], SHAPE, &[2, 3, 2, 0]),
        (Op::gather(1, 0), &[0, 3], SHAPE, &[0, 2, 3, 2]),
    ];
    const LAYS: [[isize; 3]; 6] = [
        [6, 2, 1],
        [1, 2, 6],
        [0, 2, 1],
        [2, 0, 1],
        [3, 1, 0],
        [0, 0, 0],
    ];
    let options = options(Policy::Error, 0_u8);
    for (sample, lay) in CALLS.iter().flat_map(|s| LAYS.map(|lay| (*s, lay))) {
        let (op, data, _, output) = sample;
        let (_, sizes) = axes(sample);
        let data = ViewDyn::new(&[], data).expect("no elements");
        for (bad, value) in (0..count(SHAPE)).flat_map(|bad| [(bad, 3), (bad, -4)]) {
            let mut values = vec![0_i64; count(SHAPE)];
            values[bad] = value;
            let indices = ViewDyn::from_strides(&values, 0, SHAPE, &lay).expect("inside");
            let first = indices.iter().enumerate().find(|(n, index)| {
                let size = sizes[n % sizes.len()];
                place(**index, size, Policy::Error).is_none()
            });
            let context = (sample, lay, bad);
            let over = gather_op_dyn_into(op, data, indices, &options, &mut []);
            match (gather_op_dyn(op, data, indices, &options), first) {
                (Ok(found), None) => {
                    assert_eq!(found.shape(), output, "{context:?}");
                    assert_eq!(over, Ok(()), "{context:?}");
                }
                (Err(GatherError::Index(error)), Some((flat, _))) => {
                    let found = (error.flat(), error.value());
                    assert_eq!(found, (flat, value.into()), "{context:?}");
                    assert_eq!(over, Err(GatherError::Index(error)), "{context:?}");
                }
                (found, first) => panic!("{found:?}, {first:?}: {context:?}"),
            }
        }
    }
}

/// More repetitions than anybody can count cost nothing.
#[test]
fn repeated_indices_are_looked_at_once() {
    let options = options(Policy::Error, 0_u8);
    let calls: [(Op, &[usize]); 2] = [(Op::gather(0, 0), &[3, 0]), (Op::gather_nd(0), &[3, 3, 0])];
    for (op, data) in calls {
        let data = ViewDyn::new(&[], data).expect("no elements");
        let over = |values: &[i64]| {
            let indices = ViewDyn::from_strides(values, 0, &[1 << 40, 2], &[0, 1]).expect("inside");
            gather_op_dyn_into(op, data, indices, &options, &mut [])
        };
        assert_eq!(over(&[2, -3]), Ok(()), "{op:?}");
        let Err(GatherError::Index(error)) = over(&[0, 3]) else {
            panic!("{op:?}");
        };
        assert_eq!((error.flat(), error.value()), (1, 3), "{op:?}");
    }
}

/// A buffer has room for exactly the output, or it is left alone.
#[test]
fn buffers_of_another_length() {
    const POISON: u16 = u16::MAX;
    for (sample, repeated) in samples() {
        let (op, data, indices, output) = sample;
        let elements: Vec<u16> = (0..count(data))
            .map(|n| u16::try_from(n).expect("small"))
            .collect();
        let values = values(sample);
        let data = ViewDyn::new(&elements, data).expect("a good call");
        let indices = ViewDyn::new(&values, indices).expect("a good call");
        let options = with_repetition(options(Policy::Error, 0), repeated);
        let expected = count(output);
        for found in [expected - 1, expected + 1] {
            let mut out = vec![POISON; found];
            assert_eq!(
                gather_op_dyn_into(op, data, indices, &options, &mut out),
                Err(GatherError::OutputLength { expected, found }),
                "{sample:?}"
            );
            assert_eq!(out, vec![POISON; found], "{sample:?}");
        }
    }
}

/// Indices that are in range, or just outside, in their lower 32 bits alone.
#[test]
fn wide_indices() {
    const WIDE: [i64; 8] = [
        (1 << 32) + 1,
        (1 << 32) + 77,
        1 - (1 << 32),
        77 - (1 << 32),
        -1 - (1 << 32),
        1 << 31,
        i64::MIN,
        i64::MAX,
    ];
    for path in [Path::Portable, Path::best()] {
        path.force();
        for (sample, policy) in TUPLES
            .iter()
            .flat_map(|sample| POLICIES.map(|policy| (*sample, policy)))
        {
            let last = count(sample.2) - 1;
            for bad in [0, 1, 2, 3, last / 2, last - 2, last - 1, last] {
                for (value, from_end) in WIDE.iter().flat_map(|v| [(*v, true), (*v, false)]) {
                    with_one_index(sample, policy, (bad, value), from_end);
                }
            }
        }
    }
}

/// Runs a call of good indices but one; the others count from either end or from the start alone.
fn with_one_index(sample: Sample, policy: Policy, (bad, value): (usize, i64), from_end: bool) {
    let element = |n: usize| u16::try_from(n).expect("small");
    let (op, data, indices, _) = sample;
    let elements: Vec<u16> = (0..count(data)).map(element).collect();
    let mut values = values(sample);
    if !from_end {
        let (_, sizes) = axes(sample);
        for (n, value) in values.iter_mut().enumerate() {
            *value = value.rem_euclid(i64::try_from(sizes[n % sizes.len()]).expect("small"));
        }
    }
    values[bad] = value;
    let options = options(policy, element(7777));
    let data = ViewDyn::new(&elements, data).expect("a good call");
    let indices = ViewDyn::new(&values, indices).expect("a good call");
    let expected = match policy {
        Policy::Error => {
            let error = gather_op_dyn(op, data, indices, &options).expect_err("a bad index");
            let GatherError::Index(found) = error else {
                panic!("{error:?} of {sample:?}");
            };
            let at = (found.flat(), found.value());
            assert_eq!(at, (bad, value.into()), "{sample:?}");
            Err(error)
        }
        _ => Ok(sources(sample, &values, policy)
            .into_iter()
            .map(|source| source.map_or(element(7777), element))
            .collect()),
    };
    Ways {
        sample,
        lays: (0, 0),
        data,
        indices,
        options: &options,
    }
    .agree(&expected);
}

/// What a type without negatives is told.
#[test]
fn unsigned_indices() {
    for (sample, repeated) in samples() {
        let (op, data, indices, _) = sample;
        let (_, sizes) = axes(sample);
        let elements: Vec<u32> = (0..count(data))
            .map(|n| u32::try_from(n).expect("small"))
            .collect();
        let values: Vec<i64> = values(sample).into_iter().map(i64::abs).collect();
        let wrapped: Vec<u16> = values
            .iter()
            .map(|value| u16::try_from(*value).expect("small"))
            .collect();
        let bad = (0..values.len())
            .find(|n| values[*n] >= i64::try_from(sizes[n % sizes.len()]).expect("a good call"));
        let options = with_repetition(options(Policy::Error, 0), repeated);
        let found = gather_op_dyn(
            op,
            ViewDyn::new(&elements, data).expect("a good call"),
            ViewDyn::new(&wrapped, indices).expect("a good call"),
            &options,
        );
        match (found, bad) {
            (Ok(found), None) => {
                let sources = sources(sample, &values, Policy::Error);
                let expected: Vec<u32> = sources
                    .iter()
                    .map(|n| elements[n.expect("a good call")])
                    .collect();
                assert_eq!(found.as_slice(), expected, "{sample:?}");
            }
            (Err(GatherError::Index(error)), Some(bad)) => {
                assert_eq!(error.flat(), bad, "{sample:?}");
                let size = i128::try_from(sizes[bad % sizes.len()]).expect("a good call");
                assert_eq!(error.allowed(), Some(0..=size - 1), "{sample:?}");
            }
            (found, bad) => panic!("{found:?}, {bad:?}: {sample:?}"),
        }
    }
}

/// Small calls are done straight from their shapes, and no others.
#[test]
fn small_calls_are_told() {
    let calls: [(Op, &[usize], &[usize], bool); 19] = [
        (Op::gather(0, 0), &[7], &[192], true),
        (Op::gather(0, 0), &[7], &[193], false),
        (Op::gather(-1, 0), &[2, 7], &[96], true),
        (Op::gather(0, 0), &[7, 8], &[64], true),
        (Op::gather(0, 0), &[7, 8], &[65], false),
        (Op::gather(0, 0), &[7, 9], &[40], true),
        (Op::gather(0, 0), &[7, 9], &[41], false),
        (Op::gather(0, 0), &[7, 33], &[16], true),
        (Op::gather(0, 0), &[7, 33], &[17], false),
        (Op::gather(0, 0), &[7, 64], &[16], true),
        (Op::gather(0, 0), &[7, 65], &[2], false),
        (Op::gather_nd(0), &[3, 2, 4], &[9, 3], true),
        (Op::gather_nd(0), &[3, 2, 4, 2], &[9, 4], false),
        (Op::gather_elements(1), &[2, 5, 4], &[2, 9, 4], true),
        (Op::gather_elements(-2), &[2, 5, 4], &[2, 9, 4], true),
        (Op::gather_elements(1), &[2, 5, 4], &[2, 9, 3], false),
        (Op::gather_elements(0), &[1; 7], &[1; 7], false),
        (Op::gather(0, 0), &[0], &[3], false),
        (Op::gather_elements(0), &[0, 2], &[3, 2], false),
    ];
    let options = GatherOptions::<u32>::default();
    for (op, data, indices, tiny) in calls {
        let told = explain::<u32, i32>(op, data, indices, &options).expect("a good call");
        let name = told.kernel().to_string();
        assert_eq!(
            name.contains("_tiny_"),
            tiny,
            "{name} of {data:?} by {indices:?}"
        );
    }
}

/// Tuples of up to four coordinates are for the engine.
#[test]
fn the_engine_takes_short_tuples() {
    let options = GatherOptions::<u32>::default();
    for depth in 1..=5 {
        let told = explain::<u32, i32>(Op::gather_nd(0), &[9; 5], &[99, depth], &options)
            .expect("a good call");
        assert_eq!(told.path().is_some(), depth <= 4, "{}", told.kernel());
    }
}

#[test]
fn plans_tell_their_measures() {
    for sample in SAMPLES {
        let (op, data, indices, output) = *sample;
        let plan = Plan::new(op, data, indices, Rules::ONNX).expect("a good call");
        let (first, sizes) = axes(*sample);
        assert_eq!(plan.indexed_sizes(), sizes, "{sample:?}");
        assert_eq!(plan.depth(), sizes.len(), "{sample:?}");
        assert_eq!(plan.elements(), count(output), "{sample:?}");
        assert_eq!(plan.rows() * plan.slice(), count(output), "{sample:?}");
        assert_eq!(plan.output_shape(), *output, "{sample:?}");
        assert_eq!((plan.data_shape(), plan.indices_shape()), (data, indices));
        assert_eq!(plan.op(), op);
        let (batch, slice) = match op {
            Op::GatherNd { .. } => (first, count(&data[first + sizes.len()..])),
            Op::Gather { batch_dims, .. } => {
                (plain(batch_dims, indices.len()), count(&data[first + 1..]))
            }
            Op::GatherElements { .. } => (plan.batch_dims(), 1),
        };
        assert_eq!(
            (plan.batch_dims(), plan.slice()),
            (batch, slice),
            "{sample:?}"
        );
    }
    let empty = Plan::new(Op::gather(0, 0), &[3, 0], &[2], Rules::ONNX).expect("a good call");
    assert_eq!((empty.rows(), empty.elements()), (0, 0));
}
