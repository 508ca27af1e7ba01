//! One index at a time, at every edge.

use gather_core::{ByClone, Element, GatherError, GatherOptions, Index, Negative, Op, ViewDyn};
use gather_tests::cases::ways::Call;

use crate::{FILLED, Lead, Limits, MARK, Offset, Policy, SIZES, lead, options, policies, view};

/// An element that is moved by `Clone`.
#[derive(Clone, Debug, PartialEq)]
struct Cloned(u32);

impl Element for Cloned {
    type Mover = ByClone;
}

impl Offset for Cloned {
    fn of(offset: u32) -> Self {
        Self(offset)
    }
}

/// How an operator is asked for one position of the middle axis of data.
struct Question {
    op: Op,
    indices_shape: &'static [usize],
    /// Where the index that is asked about stands; those before it are ones.
    flat: usize,
    output_shape: &'static [usize],
    /// The positions along the outermost dimension that are read.
    blocks: &'static [usize],
}

const QUESTIONS: [Question; 3] = [
    Question {
        op: Op::gather_nd(0),
        indices_shape: &[1, 2],
        flat: 1,
        output_shape: &[1, 2],
        blocks: &[1],
    },
    Question {
        op: Op::gather(1, 0),
        indices_shape: &[1],
        flat: 0,
        output_shape: &[2, 1, 2],
        blocks: &[0, 1],
    },
    Question {
        op: Op::gather_elements(1),
        indices_shape: &[2, 1, 2],
        flat: 0,
        output_shape: &[2, 1, 2],
        blocks: &[0, 1],
    },
];

impl Question {
    fn indices<I: Limits>(&self, value: i128) -> Vec<I> {
        let mut indices = vec![I::narrow(value); self.indices_shape.iter().product()];
        indices[..self.flat].fill(I::narrow(1));
        indices
    }

    /// The output where the index leads to position `at`.
    fn output<T: Offset>(&self, at: usize, size: usize) -> Vec<T> {
        let starts = self.blocks.iter().map(|block| (block * size + at) * 2);
        let offsets = starts.flat_map(|start| [start, start + 1]);
        offsets.map(|offset| T::of(offset as u32)).collect()
    }

    /// Asks for one value under one policy.
    fn check<T: Offset, I: Limits>(&self, data: ViewDyn<'_, T>, value: i128, policy: Policy) {
        let (size, indices) = (data.shape()[1], self.indices::<I>(value));
        let call = Call {
            op: self.op,
            data,
            indices: view(&indices, self.indices_shape),
            options: &options(policy),
        };
        let expected = match lead(value, size, policy) {
            Lead::To(at) => Some(self.output(at, size)),
            Lead::Filled => Some(vec![T::of(FILLED); self.output_shape.iter().product()]),
            Lead::Refused => None,
        };
        match (expected, call.in_every_way(&T::of(MARK))) {
            (Some(expected), Ok(tensor)) => {
                assert_eq!(
                    tensor.shape(),
                    self.output_shape,
                    "{value}, {policy:?}: {call}"
                );
                assert_eq!(tensor.as_slice(), expected, "{value}, {policy:?}: {call}");
            }
            (None, Err(error)) => self.assert_names_the_index::<I>(&error, value, size, policy.0),
            (_, outcome) => panic!("{value}, {policy:?}: {call} gave {outcome:?}"),
        }
    }

    /// A type without negatives is not told of any.
    fn assert_names_the_index<I: Index>(
        &self,
        error: &GatherError,
        value: i128,
        size: usize,
        negative: Negative,
    ) {
        let GatherError::Index(error) = error else {
            panic!("{error} is about no index")
        };
        let found = (error.value(), error.flat(), error.axis(), error.size());
        assert_eq!(found, (value, self.flat, 1, size), "{error}");
        let end = size as i128;
        let allowed = match negative {
            Negative::FromEnd if I::SIGNED => -end..=end - 1,
            _ => 0..=end - 1,
        };
        assert_eq!(error.allowed(), Some(allowed), "{error}");
    }
}

/// Each operator at each edge of each axis under each policy. The indexed axis stands between two others,
/// so that a position counted wrongly reads a neighbour.
fn check_edges<T: Offset, I: Limits>() {
    for size in SIZES {
        let (elements, shape) = (T::data(2 * size * 2), [2, size, 2]);
        let data = view(&elements, &shape);
        for policy in policies() {
            for value in I::edges(size) {
                for question in &QUESTIONS {
                    question.check::<T, I>(data, value, policy);
                }
            }
        }
    }
}

macro_rules! index_types {
    ($($i:ident)*) => { $(
        mod $i {
            #[test]
            fn on_copied_elements() {
                super::check_edges::<u32, $i>();
            }

            #[test]
            fn on_cloned_elements() {
                super::check_edges::<super::Cloned, $i>();
            }
        }
    )* };
}
index_types!(i8 i16 i32 i64 isize u8 u16 u32 u64 usize);

/// The element that an index finds, or the value that is refused.
fn find<I: Index>(index: I, size: usize) -> Result<u32, i128> {
    let (elements, shape) = (u32::data(size), [size]);
    let call = Call {
        op: Op::gather(0, 0),
        data: view(&elements, &shape),
        indices: view(core::slice::from_ref(&index), &[]),
        options: &GatherOptions::default(),
    };
    match call.in_every_way(&MARK) {
        Ok(tensor) => Ok(tensor.as_slice()[0]),
        Err(GatherError::Index(error)) => Err(error.value()),
        Err(error) => panic!("{error}: {call}"),
    }
}

/// What went wrong elsewhere, in numbers that can be read.
#[test]
fn known_answers() {
    assert_eq!(find(-1_i8, 300), Ok(299));
    assert_eq!(find(-128_i8, 300), Ok(172));
    assert_eq!(find(254_u8, 256), Ok(254));
    assert_eq!(find(255_u8, 256), Ok(255));
    assert_eq!(find(128_u8, 200), Ok(128));
    assert_eq!(find(u16::MAX, 65536), Ok(65535));
    assert_eq!(find(u32::MAX, 5), Err(u32::MAX.into()));
    assert_eq!(find(u64::MAX, 5), Err(u64::MAX.into()));
    assert_eq!(find(1_u64 << 63, 5), Err(1 << 63));
    assert_eq!(find(1_i64 << 32, 5), Err(1 << 32));
    assert_eq!(find(i64::MIN, 5), Err(i64::MIN.into()));
}
