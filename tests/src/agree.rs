//! Every way to run a call, held against the oracle.
//!
//! Data is filled with its own offsets, so that a result names the place it was read from. The output
//! buffer is poisoned, twice and differently, with values that no gather can give, so that an element
//! that was not written shows.

use std::{fmt::Debug, sync::Arc};

use gather_core::{
    Element, GatherError, GatherOptions, Index, IndexError, OutOfRange, Path, Prepared, TensorDyn,
    ViewDyn, gather_op_dyn, gather_op_dyn_into, gather_op_output_shape, reference,
};

use crate::oracle::{Case, Gathered, Refused, elements};

/// An index type into which values can be narrowed.
pub trait Narrow: Index + TryFrom<i128, Error: Debug> {}
impl<I: Index + TryFrom<i128, Error: Debug>> Narrow for I {}

/// An element type whose values tell which element they are.
pub trait Marked: Element + PartialEq + Debug {
    /// The value for this number. Numbers above [`MOST_MARKS`] are free for other purposes; a narrow
    /// type repeats its values below that.
    fn mark(number: usize) -> Self;
}

/// Offsets in data are below this.
pub const MOST_MARKS: usize = 1 << 24;

/// The number of the value that is filled in.
const FILLED: usize = MOST_MARKS;

/// The numbers of two values that no gather gives.
const POISONS: [usize; 2] = [MOST_MARKS + 1, MOST_MARKS + 2];

/// A byte for a number: below 251 for offsets, a value of its own for each number above.
fn byte(number: usize) -> u8 {
    match number.checked_sub(MOST_MARKS) {
        None => (number % 251) as u8,
        Some(special) => 251 + special as u8,
    }
}

macro_rules! marked {
    ($($t:ty: $number:ident => $value:expr;)*) => { $(
        impl Marked for $t {
            fn mark($number: usize) -> Self { $value }
        }
    )* };
}
marked! {
    (): _number => ();
    u8: n => byte(n);
    u16: n => u16::from_ne_bytes([byte(n), byte(n / 251)]);
    [u8; 3]: n => [byte(n), (n >> 8) as u8, (n >> 16) as u8];
    u32: n => n as u32;
    f64: n => n as f64;
    [u32; 3]: n => [n as u32, !n as u32, 7];
    u128: n => n as u128 | (n as u128) << 100;
    [u64; 3]: n => [n as u64, 7, !n as u64];
    [u8; 40]: n => core::array::from_fn(|at| match at {
        0 => byte(n),
        _ => ((n >> 8) as u8).wrapping_add(at as u8),
    });
    Option<u32>: n => (n % 5 != 3 || n >= MOST_MARKS).then_some(n as u32);
    String: n => n.to_string();
    Arc<str>: n => n.to_string().into();
}

/// The choices of a case, with the value to fill.
pub fn options<T>(case: &Case, fill: T) -> GatherOptions<T> {
    let out_of_range = match case.rules.out_of_range {
        OutOfRange::Error => OutOfRange::Error,
        OutOfRange::Fill(()) => OutOfRange::Fill(fill),
        OutOfRange::Clamp => OutOfRange::Clamp,
        OutOfRange::Wrap => OutOfRange::Wrap,
    };
    GatherOptions::default()
        .negative(case.rules.negative)
        .out_of_range(out_of_range)
        .depth_zero(case.rules.depth_zero)
        .non_axis(case.rules.non_axis)
        .batch_output(case.rules.batch_output)
        .batch_sizes(case.rules.batch_sizes)
}

/// The inputs of a case, as elements and indices of some types.
#[derive(Debug)]
pub struct Inputs<'a, T, I> {
    case: &'a Case,
    data: Vec<T>,
    indices: Vec<I>,
    /// The choices of the case.
    pub options: GatherOptions<T>,
}

impl<'a, T: Marked, I: Narrow> Inputs<'a, T, I> {
    /// Data of offsets, and the values of the case.
    pub fn of(case: &'a Case) -> Self {
        let count = elements(&case.data).expect("data has a size");
        assert!(count < MOST_MARKS, "offsets stay below the special marks");
        let narrow = |value: &i128| I::try_from(*value).expect("values are of the index type");
        Self {
            case,
            data: (0..count).map(T::mark).collect(),
            indices: case.values.iter().map(narrow).collect(),
            options: options(case, T::mark(FILLED)),
        }
    }

    /// Data as a view.
    pub fn data(&self) -> ViewDyn<'_, T> {
        ViewDyn::new(&self.data, &self.case.data).expect("as many elements as the shape has")
    }

    /// The indices as a view.
    pub fn indices(&self) -> ViewDyn<'_, I> {
        ViewDyn::new(&self.indices, &self.case.indices).expect("as many indices as the shape has")
    }

    /// The call that allocates.
    pub fn fresh(&self) -> Result<TensorDyn<T>, GatherError> {
        gather_op_dyn(self.case.op, self.data(), self.indices(), &self.options)
    }

    /// The reference.
    pub fn slow(&self) -> Result<TensorDyn<T>, GatherError> {
        reference::gather(self.case.op, self.data(), self.indices(), &self.options)
    }

    /// The indices prepared, and then data.
    pub fn prepared(&self) -> Result<TensorDyn<T>, GatherError> {
        let prepared = Prepared::new(self.case.op, &self.case.data, self.indices(), &self.options)?;
        let fresh = prepared.run(self.data())?;
        let mut out = fresh.as_slice().to_vec();
        out.reverse();
        prepared.run_into(self.data(), &mut out)?;
        assert_eq!(out, fresh.as_slice(), "over a buffer: {:?}", self.case);
        Ok(fresh)
    }

    /// The call over a buffer.
    pub fn over(&self, out: &mut [T]) -> Result<(), GatherError> {
        let (data, indices) = (self.data(), self.indices());
        gather_op_dyn_into(self.case.op, data, indices, &self.options, out)
    }
}

/// Runs a case in every way, as elements `T` and indices `I`, and compares with what the oracle expects,
/// which is returned.
///
/// # Panics
///
/// Something differs.
pub fn agree<T: Marked, I: Narrow>(case: &Case) -> Result<Gathered, Refused> {
    let expected = case.expected();
    let inputs = Inputs::<T, I>::of(case);
    let fresh = inputs.fresh();
    judge(case, &expected, &fresh);
    assert_eq!(fresh, inputs.slow(), "the reference of {case:?}");
    assert_eq!(fresh, inputs.prepared(), "prepared: {case:?}");
    // Other threads may change the path meanwhile; over many cases both are taken often.
    Path::Portable.force();
    assert_eq!(fresh, inputs.fresh(), "the portable path: {case:?}");
    assert_eq!(fresh, inputs.prepared(), "prepared, portable: {case:?}");
    Path::best().force();
    for poison in POISONS {
        over_agrees(&inputs, T::mark(poison), &fresh);
    }
    if let Err(broken) = shape_agrees(case) {
        assert_eq!(fresh, Err(broken), "the call and its shape: {case:?}");
    }
    expected
}

/// The call over a poisoned buffer gives the elements, or the error, of the call that allocates.
fn over_agrees<T: Marked, I: Narrow>(
    inputs: &Inputs<'_, T, I>,
    poison: T,
    fresh: &Result<TensorDyn<T>, GatherError>,
) {
    let case = inputs.case;
    let count = case.output_shape().and_then(|shape| elements(&shape));
    let mut out = vec![poison.clone(); count.unwrap_or(3)];
    let result = inputs.over(&mut out);
    match fresh {
        Ok(fresh) => {
            assert_eq!(result, Ok(()), "{case:?}");
            assert_eq!(out, fresh.as_slice(), "the buffer of {case:?}");
        }
        Err(error) => {
            assert_eq!(result, Err(*error), "{case:?}");
            let new = sources_before_an_error(case, error);
            for (n, kept) in out.iter().enumerate() {
                let source = new.get(n).copied().flatten();
                let gathered = source.is_some_and(|source| *kept == T::mark(source));
                assert!(*kept == poison || gathered, "element {n} of {case:?}");
            }
        }
    }
}

/// Where the output elements that may have been written before an error come from: after a bad index
/// those whose own indices are in range, after any other error none.
fn sources_before_an_error(case: &Case, error: &GatherError) -> Vec<Option<usize>> {
    let GatherError::Index(_) = error else {
        return Vec::new();
    };
    let lenient = case.clone().policy(OutOfRange::Fill(()));
    lenient.expected().expect("all else is right").sources
}

/// The call for the shape alone gives the oracle's shape, or an error, which is returned.
///
/// # Errors
///
/// The broken rule.
///
/// # Panics
///
/// The shape is not the oracle's.
pub fn shape_agrees(case: &Case) -> Result<(), GatherError> {
    let found = gather_op_output_shape(case.op, &case.data, &case.indices, case.rules);
    match (case.output_shape(), found) {
        (Ok(expected), Ok(found)) => {
            assert_eq!(found.to_vec(), expected, "{case:?}");
            assert_eq!(Ok(found.elements()), elements(&expected), "{case:?}");
            assert_eq!(found.rank(), expected.len(), "{case:?}");
            Ok(())
        }
        (Err(_), Err(found)) => Err(found),
        (expected, found) => panic!("expected {expected:?}, found {found:?}: {case:?}"),
    }
}

/// Whether a result is what the oracle expects.
fn judge<T: Marked>(
    case: &Case,
    expected: &Result<Gathered, Refused>,
    found: &Result<TensorDyn<T>, GatherError>,
) {
    match (expected, found) {
        (Ok(expected), Ok(found)) => {
            let element = |source: &Option<usize>| T::mark(source.unwrap_or(FILLED));
            let elements: Vec<T> = expected.sources.iter().map(element).collect();
            assert_eq!(found.shape(), expected.shape, "the shape of {case:?}");
            assert_eq!(found.as_slice(), elements, "the elements of {case:?}");
        }
        (Err(Refused::Rule), Err(GatherError::Rule(_))) => {}
        (Err(Refused::Index { flat, value }), Err(GatherError::Index(error))) => {
            assert_eq!((error.flat(), error.value()), (*flat, *value), "{case:?}");
            details_agree(case, error);
        }
        _ => panic!("expected {expected:?}, found {found:?}: {case:?}"),
    }
}

/// An index error is consistent in itself: its coordinates are its flat position, its size is that of
/// its axis, its value is not among those allowed.
fn details_agree(case: &Case, error: &IndexError) {
    let coordinates = error.coordinates();
    let kept = coordinates.as_slice();
    let sizes = &case.indices[case.indices.len() - kept.len()..];
    let flat = kept
        .iter()
        .zip(sizes)
        .fold(0, |flat, (at, size)| flat * size + at);
    let tail: usize = sizes.iter().product();
    assert_eq!(flat, error.flat() % tail, "the coordinates in {error:?}");
    assert_eq!(
        error.size(),
        case.data[error.axis()],
        "the size in {error:?}"
    );
    let allowed = error
        .allowed()
        .is_some_and(|range| range.contains(&error.value()));
    assert!(!allowed, "{error:?} is in range");
}
