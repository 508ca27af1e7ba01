//! What can be gathered, and how it is moved.
//!
//! Two ways exist. [`ByCopy`] moves bytes, by loops that are compiled per byte width and shared by all
//! types of that width; [`ByClone`] calls `Clone`. A type says which is meant for it through
//! [`Element`]; a wrong choice does not compile, because `ByCopy` is a [`Mover`] of `Copy` types only.

#[cfg(feature = "alloc")]
use alloc::{borrow::Cow, boxed::Box, rc::Rc, string::String, sync::Arc, vec::Vec};

use crate::{
    error::GatherError,
    index::Index,
    kernel::{address::Address, bytes, general},
    plan::Plan,
};

/// A type whose values can be gathered by the dynamic calls.
///
/// Given for every primitive, references, `String`, `Vec`, `Box`, `Rc`, `Arc`, `Cow`, and for arrays,
/// options and tuples of elements. A type of your own needs one line:
///
/// ```
/// use gather_core::{ByClone, ByCopy, Element, ViewDyn, gather_dyn};
///
/// #[derive(Clone, Copy, Debug, PartialEq)]
/// struct Pixel([u8; 3]);
/// impl Element for Pixel {
///     type Mover = ByCopy; // it is `Copy`, so its bytes may be moved
/// }
///
/// #[derive(Clone)]
/// struct Label(String);
/// impl Element for Label {
///     type Mover = ByClone;
/// }
///
/// let palette = [Pixel([0, 0, 0]), Pixel([255, 0, 0])];
/// let out = gather_dyn(ViewDyn::new(&palette, &[2])?, ViewDyn::new(&[1_u8, 1, 0], &[3])?, 0, 0)?;
/// assert_eq!(out.as_slice(), [Pixel([255, 0, 0]), Pixel([255, 0, 0]), Pixel([0, 0, 0])]);
/// # Ok::<(), gather_core::GatherError>(())
/// ```
///
/// Bytes of a type that is not `Copy` are never moved:
///
/// ```compile_fail
/// use gather_core::{ByCopy, Element};
/// #[derive(Clone)]
/// struct Label(String);
/// impl Element for Label {
///     type Mover = ByCopy;
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a gather element; for your own type write `impl gather_core::Element for {Self} {{ type Mover = gather_core::ByCopy; }}`, or `ByClone` if it is not `Copy`",
    label = "needs `Element`"
)]
pub trait Element: Clone {
    /// [`ByCopy`] or [`ByClone`].
    type Mover: Mover<Self>;
}

/// A way to move elements of type `T`. Sealed: these two are all there are.
#[diagnostic::on_unimplemented(
    message = "elements of type `{T}` cannot be moved `{Self}`",
    label = "`{T}` is not `Copy`; use `ByClone`"
)]
pub trait Mover<T>: sealed::Sealed<T> {}

/// Moves the bytes of `Copy` types.
#[derive(Clone, Copy, Debug)]
pub struct ByCopy;

/// Clones, one by one, each element of the output once, however many there are. Should a `clone` panic, what has been cloned so far is dropped and nothing is
/// dropped twice.
#[derive(Clone, Copy, Debug)]
pub struct ByClone;

#[diagnostic::do_not_recommend]
impl<T: Copy> Mover<T> for ByCopy {}
impl<T: Clone> Mover<T> for ByClone {}

/// One more of what lies in data, an element or an array of elements.
#[cfg(feature = "macros")]
#[inline]
pub fn taken<M: Mover<T>, T>(cell: &T) -> T {
    M::one(cell)
}

/// What a kernel is given, besides the plan.
#[derive(Debug)]
pub struct Inputs<'a, T, I> {
    /// Elements of data; as many as the plan's data shape says.
    pub(crate) data: &'a [T],
    /// Index values; as many as the plan's indices shape says.
    pub(crate) indices: &'a [I],
    /// Present if the policy is to fill.
    pub(crate) fill: Option<&'a T>,
}

impl<T, I> Clone for Inputs<'_, T, I> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, I> Copy for Inputs<'_, T, I> {}

pub(crate) mod sealed {
    use super::{Address, ByClone, ByCopy, GatherError, Index, Inputs, Plan, bytes, general};
    use crate::view::ViewDyn;
    #[cfg(feature = "alloc")]
    use crate::{kernel::tiny, prepared::Ready};
    #[cfg(feature = "alloc")]
    use alloc::vec::Vec;
    use gather_spec::{Negative, Op};

    /// The work of a mover.
    pub trait Sealed<T> {
        /// Whether bytes are moved.
        const BY_COPY: bool;

        /// One more of it.
        #[cfg(feature = "macros")]
        fn one(element: &T) -> T;

        /// Gathers into a new vector.
        #[cfg(feature = "alloc")]
        fn fresh<I: Index, A: Address<I>>(
            plan: &Plan<'_>,
            address: &A,
            inputs: Inputs<'_, T, I>,
        ) -> Result<Vec<T>, GatherError>;

        /// Gathers over the elements of `out`, which has the output's length.
        fn over<I: Index, A: Address<I>>(
            plan: &Plan<'_>,
            address: &A,
            inputs: Inputs<'_, T, I>,
            out: &mut [T],
        ) -> Result<(), GatherError>;

        /// Gathers into a new vector, by offsets that were found before.
        #[cfg(feature = "alloc")]
        fn prepared_fresh(plan: &Plan<'_>, ready: &Ready<'_, T>) -> Result<Vec<T>, GatherError>;

        /// Gathers over `out`, which has the output's length, by offsets that were found before.
        #[cfg(feature = "alloc")]
        fn prepared_over(
            plan: &Plan<'_>,
            ready: &Ready<'_, T>,
            out: &mut [T],
        ) -> Result<(), GatherError>;

        /// Gathers a few rows of `slice` elements that begin at `starts` over `out`; false if that is not possible, and
        /// then `out` holds some mixture of old and new elements.
        #[cfg(feature = "alloc")]
        fn few(_starts: &[u32], _slice: usize, _data: &[T], _out: &mut [T]) -> bool {
            false
        }

        /// Gathers into a new vector, on several threads.
        #[cfg(feature = "rayon")]
        fn par_fresh<I: Index, A: Address<I> + Sync>(
            plan: &Plan<'_>,
            address: &A,
            inputs: Inputs<'_, T, I>,
        ) -> Result<Vec<T>, GatherError>
        where
            T: Send + Sync,
        {
            Self::fresh(plan, address, inputs)
        }

        /// Gathers over the elements of `out`, which has the output's length, on several threads.
        #[cfg(feature = "rayon")]
        fn par_over<I: Index, A: Address<I> + Sync>(
            plan: &Plan<'_>,
            address: &A,
            inputs: Inputs<'_, T, I>,
            out: &mut [T],
        ) -> Result<(), GatherError>
        where
            T: Send + Sync,
        {
            crate::kernel::parallel::in_parts(plan, size_of::<T>(), out, &|plan, out| {
                Self::over(plan, address, inputs, out)
            })
        }

        /// Gathers over `out` if the call is small and nothing about it is unusual, in rows of `slice` elements
        /// if that is known; false if not, and then
        /// `out` holds some mixture of old and new elements.
        #[inline]
        fn tiny<I: Index>(
            _op: Op,
            _negative: Negative,
            _data: &ViewDyn<'_, T>,
            _indices: &ViewDyn<'_, I>,
            _slice: Option<usize>,
            _out: &mut [T],
        ) -> bool {
            false
        }
    }

    impl<T: Copy> Sealed<T> for ByCopy {
        const BY_COPY: bool = true;

        #[cfg(feature = "macros")]
        #[inline]
        fn one(element: &T) -> T {
            *element
        }

        #[cfg(feature = "alloc")]
        fn fresh<I: Index, A: Address<I>>(
            plan: &Plan<'_>,
            address: &A,
            inputs: Inputs<'_, T, I>,
        ) -> Result<Vec<T>, GatherError> {
            bytes::fresh(plan, address, inputs)
        }

        fn over<I: Index, A: Address<I>>(
            plan: &Plan<'_>,
            address: &A,
            inputs: Inputs<'_, T, I>,
            out: &mut [T],
        ) -> Result<(), GatherError> {
            bytes::over(plan, address, inputs, out)
        }

        #[cfg(feature = "alloc")]
        fn prepared_fresh(plan: &Plan<'_>, ready: &Ready<'_, T>) -> Result<Vec<T>, GatherError> {
            bytes::prepared_fresh(plan, ready)
        }

        #[cfg(feature = "alloc")]
        fn prepared_over(
            plan: &Plan<'_>,
            ready: &Ready<'_, T>,
            out: &mut [T],
        ) -> Result<(), GatherError> {
            bytes::prepared_over(plan, ready, out)
        }

        #[cfg(feature = "alloc")]
        fn few(starts: &[u32], slice: usize, data: &[T], out: &mut [T]) -> bool {
            tiny::replay(starts, slice, data, out)
        }

        #[cfg(feature = "rayon")]
        fn par_fresh<I: Index, A: Address<I> + Sync>(
            plan: &Plan<'_>,
            address: &A,
            inputs: Inputs<'_, T, I>,
        ) -> Result<Vec<T>, GatherError>
        where
            T: Send + Sync,
        {
            bytes::par_fresh(plan, address, inputs)
        }

        #[inline(always)]
        fn tiny<I: Index>(
            op: Op,
            negative: Negative,
            data: &ViewDyn<'_, T>,
            indices: &ViewDyn<'_, I>,
            slice: Option<usize>,
            out: &mut [T],
        ) -> bool {
            bytes::tiny(op, negative, data, indices, slice, out)
        }
    }

    impl<T: Clone> Sealed<T> for ByClone {
        const BY_COPY: bool = false;

        #[cfg(feature = "macros")]
        #[inline]
        fn one(element: &T) -> T {
            element.clone()
        }

        #[cfg(feature = "alloc")]
        fn fresh<I: Index, A: Address<I>>(
            plan: &Plan<'_>,
            address: &A,
            inputs: Inputs<'_, T, I>,
        ) -> Result<Vec<T>, GatherError> {
            general::fresh(plan, address, inputs)
        }

        fn over<I: Index, A: Address<I>>(
            plan: &Plan<'_>,
            address: &A,
            inputs: Inputs<'_, T, I>,
            out: &mut [T],
        ) -> Result<(), GatherError> {
            general::over(plan, address, inputs, out)
        }

        #[cfg(feature = "alloc")]
        fn prepared_fresh(plan: &Plan<'_>, ready: &Ready<'_, T>) -> Result<Vec<T>, GatherError> {
            general::prepared_fresh(plan, ready)
        }

        #[cfg(feature = "alloc")]
        fn prepared_over(
            plan: &Plan<'_>,
            ready: &Ready<'_, T>,
            out: &mut [T],
        ) -> Result<(), GatherError> {
            general::prepared_over(plan, ready, out)
        }
    }
}

macro_rules! by_copy {
    ($($t:ty)*) => { $(impl Element for $t { type Mover = ByCopy; })* };
}
by_copy!(() bool char f32 f64 i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize);

by_copy! {
    core::num::NonZero<i8> core::num::NonZero<i16> core::num::NonZero<i32> core::num::NonZero<i64>
    core::num::NonZero<i128> core::num::NonZero<isize>
    core::num::NonZero<u8> core::num::NonZero<u16> core::num::NonZero<u32> core::num::NonZero<u64>
    core::num::NonZero<u128> core::num::NonZero<usize>
    core::time::Duration core::cmp::Ordering
}

impl<T: Copy> Element for core::num::Wrapping<T> {
    type Mover = ByCopy;
}

impl<T: ?Sized> Element for &T {
    type Mover = ByCopy;
}

#[cfg(feature = "half")]
by_copy!(half::f16 half::bf16);

#[cfg(feature = "num-complex")]
impl<T: Copy> Element for num_complex::Complex<T> {
    type Mover = ByCopy;
}

#[cfg(feature = "alloc")]
macro_rules! by_clone {
    ($([$($bound:tt)*] $t:ty;)*) => { $(impl<$($bound)*> Element for $t { type Mover = ByClone; })* };
}
#[cfg(feature = "alloc")]
by_clone! {
    [] String;
    [T: Clone] Vec<T>;
    [T: Clone] Box<T>;
    [T: ?Sized] Rc<T>;
    [T: ?Sized] Arc<T>;
    ['a, T: ?Sized + alloc::borrow::ToOwned] Cow<'a, T>;
}

// A composite is moved as its parts are, where one kind of part decides.
impl<T: Element, const N: usize> Element for [T; N]
where
    T::Mover: Mover<Self>,
{
    type Mover = T::Mover;
}

impl<T: Element> Element for Option<T>
where
    T::Mover: Mover<Self>,
{
    type Mover = T::Mover;
}

/// Tuples whose parts are all moved in the same way.
macro_rules! tuples {
    ($($($part:ident)*;)*) => { $(
        impl<A: Element, $($part: Element<Mover = A::Mover>),*> Element for (A, $($part),*)
        where
            A::Mover: Mover<Self>,
        {
            type Mover = A::Mover;
        }

        impl<A: FillValue, $($part: FillValue),*> FillValue for (A, $($part),*) {
            fn zero() -> Self {
                (A::zero(), $($part::zero()),*)
            }

            fn missing() -> Self {
                (A::missing(), $($part::missing()),*)
            }
        }
    )* };
}
tuples! {
    B;
    B C;
    B C D;
}

/// The values that presets fill with. Needed only where a preset is asked for; a fill value of the
/// caller's own needs nothing.
///
/// ```
/// use gather_core::FillValue;
/// assert_eq!((f32::zero(), u8::missing(), i8::missing()), (0.0, 255, -128));
/// assert!(f64::missing().is_nan());
/// assert_eq!(String::zero(), "");
/// ```
#[diagnostic::on_unimplemented(
    message = "no preset knows what to fill a `{Self}` with",
    note = "implement `gather_core::FillValue` for it, or give the value yourself: `OutOfRange::Fill(value)`, in the macro `out_of_range = fill(value)`"
)]
pub trait FillValue: Sized {
    /// Zero, `false`, the empty string: OpenVINO, TensorFlow, CANN. Where the type has a `Default`, it must
    /// be that: the macro fills with `Default`.
    fn zero() -> Self;

    /// What JAX takes for "nothing there": NaN, the smallest signed integer, the largest unsigned one,
    /// `true`; where there is no such value, [`FillValue::zero`].
    #[must_use]
    fn missing() -> Self {
        Self::zero()
    }
}

macro_rules! fill_value {
    ($($t:ty: $zero:expr, $missing:expr;)*) => { $(
        impl FillValue for $t {
            #[inline]
            fn zero() -> Self { $zero }
            #[inline]
            fn missing() -> Self { $missing }
        }
    )* };
}
fill_value! {
    bool: false, true;
    char: '\0', '\0';
    f32: 0.0, Self::NAN;
    f64: 0.0, Self::NAN;
    i8: 0, Self::MIN;
    i16: 0, Self::MIN;
    i32: 0, Self::MIN;
    i64: 0, Self::MIN;
    i128: 0, Self::MIN;
    isize: 0, Self::MIN;
    u8: 0, Self::MAX;
    u16: 0, Self::MAX;
    u32: 0, Self::MAX;
    u64: 0, Self::MAX;
    u128: 0, Self::MAX;
    usize: 0, Self::MAX;
    &str: "", "";
}
#[cfg(feature = "alloc")]
fill_value!(String: Self::new(), Self::new(););

/// The empty vector.
#[cfg(feature = "alloc")]
impl<T> FillValue for Vec<T> {
    fn zero() -> Self {
        Self::new()
    }
}
#[cfg(feature = "half")]
fill_value! {
    half::f16: Self::ZERO, Self::NAN;
    half::bf16: Self::ZERO, Self::NAN;
}
#[cfg(feature = "num-complex")]
impl<T: FillValue> FillValue for num_complex::Complex<T> {
    fn zero() -> Self {
        Self::new(T::zero(), T::zero())
    }

    /// As JAX casts its NaN: a missing real part, no imaginary one.
    fn missing() -> Self {
        Self::new(T::missing(), T::zero())
    }
}

impl<T> FillValue for Option<T> {
    fn zero() -> Self {
        None
    }
}

impl<T: FillValue, const N: usize> FillValue for [T; N] {
    fn zero() -> Self {
        core::array::from_fn(|_| T::zero())
    }

    fn missing() -> Self {
        core::array::from_fn(|_| T::missing())
    }
}
