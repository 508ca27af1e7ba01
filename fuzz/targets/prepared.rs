//! Prepared gathers against the ordinary call: the same elements or the same error, over dense views and over
//! views that lie in any way, for one data after another; data of another shape and buffers of another length
//! are refused and untouched.

#![no_main]

use std::sync::Arc;

use arbitrary::{Arbitrary, Result, Unstructured};
use gather_core::{
    GatherError, GatherOptions, Path, Prepared, TensorDyn, ViewDyn, Violation, gather_op_dyn,
};
use gather_fuzz::Call;
use gather_tests::{
    agree::{MOST_MARKS, Marked, Narrow, options},
    lay::Laid,
    oracle::Case,
    strided::{Seeds, laid},
};
use libfuzzer_sys::fuzz_target;

/// Numbers of values that no gather gives: what is filled in, and what buffers are poisoned with.
const FILLED: usize = MOST_MARKS;
const POISON: usize = MOST_MARKS + 1;

#[derive(Debug)]
struct Input {
    call: Call,
    element: usize,
    /// How data and indices lie.
    seeds: Seeds,
    /// Whether the indices are prepared as they lie.
    strided: bool,
    portable: bool,
    /// The dimension of data that is another later, and how large it is then.
    other: (usize, usize),
}

impl<'a> Arbitrary<'a> for Input {
    fn arbitrary(bytes: &mut Unstructured<'a>) -> Result<Self> {
        let (element, strided, portable) = bytes.arbitrary::<(u8, bool, bool)>()?;
        let other = bytes.arbitrary::<(u8, u8)>()?;
        let mut lay = || -> Result<Vec<usize>> {
            let number = |_| Ok(usize::from(u16::arbitrary(bytes)?) % (1 << 12));
            (0..8).map(number).collect()
        };
        Ok(Self {
            element: element.into(),
            seeds: [lay()?, lay()?],
            strided,
            portable,
            other: (other.0.into(), (other.1 % 5).into()),
            call: bytes.arbitrary()?,
        })
    }
}

/// A prepared gather, and what it is held against.
struct Held<'a, T> {
    input: &'a Input,
    prepared: Prepared<T>,
    options: GatherOptions<T>,
}

fn compare<T: Marked, I: Narrow>(input: &Input) {
    let case = &input.call.case;
    let (data, indices) = laid::<T, I>(case, &input.seeds);
    let options = options(case, T::mark(FILLED));
    let ordinary = gather_op_dyn(case.op, data.dense(), indices.dense(), &options);
    let given = if input.strided {
        indices.strided()
    } else {
        indices.dense()
    };
    if input.portable {
        Path::Portable.force();
    }
    match Prepared::new(case.op, &case.data, given, &options) {
        Ok(prepared) => {
            let held = Held {
                input,
                prepared,
                options,
            };
            held.gives(data.strided(), &ordinary);
            held.gives(data.dense(), &ordinary);
            held.gives_for_other_elements(&data, indices.dense());
            held.refuses();
        }
        Err(error) => assert_eq!(ordinary, Err(error), "{input:?}"),
    }
    Path::best().force();
}

impl<T: Marked> Held<'_, T> {
    fn case(&self) -> &Case {
        &self.input.call.case
    }

    /// A new tensor and a poisoned buffer are what the ordinary call gave.
    fn gives(
        &self,
        data: ViewDyn<'_, T>,
        ordinary: &core::result::Result<TensorDyn<T>, GatherError>,
    ) {
        let input = self.input;
        let fresh = self.prepared.run(data);
        assert_eq!(&fresh, ordinary, "{input:?}");
        let shape = self.prepared.output_shape().expect("it was prepared");
        let expected = ordinary.as_ref().expect("it was prepared");
        assert!(
            shape.iter().eq(expected.shape().iter().copied()),
            "{input:?}"
        );
        let mut out = vec![T::mark(POISON); shape.elements()];
        assert_eq!(self.prepared.run_into(data, &mut out), Ok(()), "{input:?}");
        assert_eq!(out, expected.as_slice(), "{input:?}");
    }

    /// What was prepared is good for any data of the shape.
    fn gives_for_other_elements<I: Narrow>(&self, first: &Laid<T>, indices: ViewDyn<'_, I>) {
        let mut second = first.dense.clone();
        second.reverse();
        let data = ViewDyn::new(&second, &self.case().data).expect("as many elements");
        let ordinary = gather_op_dyn(self.case().op, data, indices, &self.options);
        let copy = self.prepared.clone();
        assert_eq!(copy.run(data), ordinary, "{:?}", self.input);
    }

    /// Data of other shapes and a buffer of another length.
    fn refuses(&self) {
        let input = self.input;
        let shape = &self.case().data;
        let elements = self
            .prepared
            .output_shape()
            .expect("it was prepared")
            .elements();
        let mut out = vec![T::mark(POISON); elements + 1];
        let mut longer = shape.clone();
        longer.push(1);
        let mut other = shape.clone();
        let axis = input.other.0 % shape.len().max(1);
        if let Some(size) = other.get_mut(axis) {
            *size = input.other.1;
        }
        for found in [longer, other] {
            let count = found.iter().product();
            let storage: Vec<T> = (0..count).map(T::mark).collect();
            let data = ViewDyn::new(&storage, &found).expect("as many elements");
            let expected = match self.prepared.run_into(data, &mut out) {
                Err(GatherError::Rule(Violation::KernelRank {
                    expected,
                    found: rank,
                    ..
                })) => (expected, rank) == (shape.len(), found.len()),
                Err(GatherError::Rule(Violation::KernelSize {
                    axis,
                    expected,
                    found: size,
                    ..
                })) => (expected, size) == (shape[axis], found[axis]) && expected != size,
                // Of the right shape after all, for a buffer that is too long.
                Err(GatherError::OutputLength {
                    expected,
                    found: length,
                }) => (found == *shape) && (expected, length) == (elements, elements + 1),
                _ => false,
            };
            assert!(expected, "data of {found:?}: {input:?}");
        }
        let untouched = out.iter().all(|kept| *kept == T::mark(POISON));
        assert!(untouched, "{input:?}");
    }
}

/// Element types by index type, in the order of `INDEX_TYPES`.
macro_rules! compared {
    ($($index:ident)*) => {
        [$([
            compare::<u8, $index>,
            compare::<[u8; 3], $index>,
            compare::<u32, $index>,
            compare::<u128, $index>,
            compare::<[u8; 40], $index>,
            compare::<Arc<str>, $index>,
        ]),*]
    };
}
const COMPARED: [[fn(&Input); 6]; 10] = compared!(i8 i16 i32 i64 isize u8 u16 u32 u64 usize);

fuzz_target!(|input: Input| {
    if input.call.is_small() {
        let of_elements = COMPARED[input.call.index_type];
        of_elements[input.element % of_elements.len()](&input);
    }
});
