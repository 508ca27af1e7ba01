//! The worked cases, on every path, with many types of elements and indices.
//!
//! The cases speak in numbers. An element type carries a number in its own way, and the output must
//! carry what the case says; where a type is too narrow for a number, data and expectation are cut alike.

use core::fmt::Debug;

use gather_core::{
    ByCopy, Element, GatherError, GatherOptions, Index, IndexError, Op, Operator, TensorDyn,
    ViewDyn, Violation, gather_op_dyn_into,
};
use gather_tests::cases::{self, Case, Reason, ways::Call};
use half::f16;
use num_complex::Complex;

/// An element that stands for a number of a case.
trait Carrier: Element + PartialEq + Debug {
    fn carry(number: i64) -> Self;
}

macro_rules! carriers {
    ($($t:ty: $number:ident => $carried:expr;)*) => { $(
        impl Carrier for $t {
            fn carry($number: i64) -> Self { $carried }
        }
    )* };
}
carriers! {
    f32: number => number as f32;
    f64: number => number as f64;
    f16: number => Self::from_f64(number as f64);
    i64: number => number;
    u8: number => number as u8;
    u16: number => number as u16;
    Complex<f32>: number => Self::new(number as f32, -number as f32);
    String: number => number.to_string();
    ThreeBytes: number => {
        let [low, middle, high, ..] = number.to_le_bytes();
        Self(low, middle, high)
    };
}

/// An element whose size is no power of two.
#[derive(Clone, Copy, Debug, PartialEq)]
struct ThreeBytes(u8, u8, u8);

impl Element for ThreeBytes {
    type Mover = ByCopy;
}

/// A number that no case has.
const MARK: i64 = -77;

/// A case with its tensors in certain types.
struct Typed<'a, T, I> {
    case: &'a Case,
    data: Vec<T>,
    indices: Vec<I>,
    options: GatherOptions<T>,
}

impl<'a, T: Carrier, I: Index + TryFrom<i64>> Typed<'a, T, I> {
    /// `None` if an index does not fit its type.
    fn new(case: &'a Case) -> Option<Self> {
        Some(Self {
            case,
            indices: case.indices_as()?,
            data: carried(&case.data),
            options: case.options(T::carry),
        })
    }

    fn call<'b>(&'b self, options: &'b GatherOptions<T>) -> Call<'b, T, I> {
        let view = "the shapes of a case fit its elements";
        Call {
            op: self.case.op,
            data: ViewDyn::new(&self.data, &self.case.data_shape).expect(view),
            indices: ViewDyn::new(&self.indices, &self.case.indices_shape).expect(view),
            options,
        }
    }

    /// The case gives what it says, on every path.
    fn check(&self) {
        let outcome = self.call(&self.options).in_every_way(&T::carry(MARK));
        let context = format!("{}, indices of {}", self.case.name, I::NAME);
        match (&self.case.expected, outcome) {
            (Ok(expected), outcome) => {
                let tensor = TensorDyn::new(carried(&expected.elements), expected.shape.clone());
                assert_eq!(outcome, tensor, "{context}");
            }
            (Err(reason), Err(error)) => assert_reason(self.case, *reason, &error, &context),
            (Err(reason), Ok(tensor)) => panic!("{context}: {reason:?}, yet it gave {tensor:?}"),
        }
    }

    /// A case with choices of its own is refused without them.
    fn check_without_choices(&self) {
        let outcome = self
            .call(&GatherOptions::default())
            .in_every_way(&T::carry(MARK));
        let refused = match outcome {
            Err(GatherError::Index(_)) => self.case.fill.is_some(),
            Err(GatherError::Rule(Violation::DepthOutside { found: 0, .. })) => {
                self.case.fill.is_none()
            }
            _ => false,
        };
        assert!(refused, "{}: {outcome:?}", self.case.name);
    }
}

fn carried<T: Carrier>(numbers: &[i64]) -> Vec<T> {
    numbers.iter().map(|number| T::carry(*number)).collect()
}

/// The error is of the kind that the case names, with its numbers.
fn assert_reason(case: &Case, reason: Reason, error: &GatherError, context: &str) {
    match (reason, error) {
        (Reason::OutOfRange { value, size }, GatherError::Index(error)) => {
            assert_eq!(
                (error.value(), error.size()),
                (value.into(), size),
                "{context}"
            );
            assert_first_bad_index(case, error, context);
        }
        (reason, GatherError::Rule(violation)) => {
            assert!(
                names(violation, reason),
                "{context}: {violation:?} is not {reason:?}"
            );
        }
        _ => panic!("{context}: {error:?} is not {reason:?}"),
    }
}

fn names(violation: &Violation, reason: Reason) -> bool {
    use Violation as V;
    match reason {
        Reason::OutOfRange { .. } => false,
        Reason::Rank => matches!(
            violation,
            V::RankZero { .. } | V::IndicesRankZero { .. } | V::RanksDiffer { .. }
        ),
        Reason::Axis => matches!(violation, V::AxisOutside { .. }),
        Reason::BatchDims => matches!(
            violation,
            V::BatchDimsNegative { .. }
                | V::BatchDimsNotBelowRank { .. }
                | V::BatchDimsNotBelowIndicesRank { .. }
                | V::BatchDimsOutside { .. }
        ),
        Reason::BatchDimsAboveAxis => matches!(violation, V::BatchDimsAboveAxis { .. }),
        Reason::Depth => matches!(violation, V::DepthOutside { .. }),
        Reason::BatchShape => matches!(violation, V::BatchSizesDiffer { .. }),
        Reason::Shape => matches!(violation, V::NonAxisSize { .. }),
    }
}

/// The error points at the first index, in row-major order, that is outside its axis.
fn assert_first_bad_index(case: &Case, error: &IndexError, context: &str) {
    let axis_of = |flat: usize| match case.op {
        Op::GatherNd { batch_dims } => {
            let depth = case.indices_shape.last().expect("a rule says so");
            batch_dims as usize + flat % depth
        }
        Op::Gather { axis, .. } | Op::GatherElements { axis } => {
            axis.rem_euclid(case.data_shape.len() as i128) as usize
        }
    };
    let outside = |flat: &usize| {
        let size = case.data_shape[axis_of(*flat)] as i64;
        !(-size..size).contains(&case.indices[*flat])
    };
    let first = (0..case.indices.len()).find(outside);
    assert_eq!(Some(error.flat()), first, "{context}");
    assert_eq!(error.axis(), axis_of(error.flat()), "{context}");

    let coordinates = error.coordinates();
    let shape = case.indices_shape.iter();
    let flat = coordinates
        .as_slice()
        .iter()
        .zip(shape)
        .fold(0, |flat, (at, size)| flat * size + at);
    assert_eq!(
        (flat, coordinates.is_cut()),
        (error.flat(), false),
        "{context}"
    );
    let in_tuple = case.op.operator() == Operator::GatherNd;
    assert_eq!(error.tuple_coordinate().is_some(), in_tuple, "{context}");
}

/// Runs all cases whose indices fit `I`, and says how many those were.
fn check_all<T: Carrier, I: Index + TryFrom<i64>>() -> usize {
    let mut checked = 0;
    for case in &cases::all() {
        let Some(typed) = Typed::<T, I>::new(case) else {
            continue;
        };
        typed.check();
        if !case.has_default_choices() {
            typed.check_without_choices();
        }
        checked += 1;
    }
    checked
}

#[test]
fn there_are_155_cases() {
    let all = cases::all();
    let count = |operator, succeeds| {
        let counted =
            |case: &&Case| case.op.operator() == operator && case.expected.is_ok() == succeeds;
        all.iter().filter(counted).count()
    };
    let counts = Operator::ALL.map(|operator| (count(operator, true), count(operator, false)));
    assert_eq!(counts, [(39, 23), (34, 18), (31, 10)]);
    assert_eq!(all.iter().filter(|case| case.expected.is_ok()).count(), 104);
    assert_eq!(all.iter().filter(|case| case.expected.is_err()).count(), 51);
    assert_eq!(
        all.iter()
            .filter(|case| !case.has_default_choices())
            .count(),
        6
    );
}

macro_rules! elements {
    ($($name:ident: $t:ty;)*) => { $(
        #[test]
        fn $name() {
            assert_eq!((check_all::<$t, i32>(), check_all::<$t, i64>()), (148, 155));
        }
    )* };
}
elements! {
    elements_f32: f32;
    elements_f64: f64;
    elements_f16: f16;
    elements_i64: i64;
    elements_u8: u8;
    elements_u16: u16;
    elements_complex: Complex<f32>;
    elements_string: String;
    elements_of_three_bytes: ThreeBytes;
}

/// How many cases have indices that fit the type.
macro_rules! indices {
    ($($name:ident: $i:ty, $fitting:literal;)*) => { $(
        #[test]
        fn $name() {
            assert_eq!(check_all::<f32, $i>(), $fitting);
            assert_eq!(check_all::<String, $i>(), $fitting);
        }
    )* };
}
indices! {
    indices_i8: i8, 146;
    indices_i16: i16, 148;
    indices_u8: u8, 118;
    indices_u16: u16, 118;
    indices_u32: u32, 118;
    indices_u64: u64, 122;
}
#[cfg(target_pointer_width = "64")]
indices! {
    indices_isize: isize, 155;
    indices_usize: usize, 122;
}

#[test]
fn a_buffer_of_the_wrong_length_is_refused_before_the_first_write() {
    for case in cases::all() {
        let Ok(output) = &case.expected else { continue };
        let typed = Typed::<f32, i64>::new(&case).expect("every index is an i64");
        let call = typed.call(&typed.options);
        let expected = output.elements.len();
        for found in [expected.checked_sub(1), Some(expected + 1)]
            .into_iter()
            .flatten()
        {
            let marks = vec![f32::carry(MARK); found];
            let mut out = marks.clone();
            let outcome =
                gather_op_dyn_into(call.op, call.data, call.indices, call.options, &mut out);
            let refused = Err(GatherError::OutputLength { expected, found });
            assert_eq!(outcome, refused, "{}", case.name);
            assert!(out == marks, "{}: the buffer was written to", case.name);
        }
    }
}
