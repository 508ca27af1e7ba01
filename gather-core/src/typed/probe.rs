//! How the macro finds out what an element type is, knowing only its name.
//!
//! An inherent associated constant wins over one of a trait. So `Probe::<T>::MOVER` is the mover of an
//! [`Element`] if `T` is one, and otherwise that of the trait [`Otherwise`], which clones. The question
//! can be asked in `let`, `const`, `static` and in generic functions.

use core::marker::PhantomData;

use crate::element::{ByClone, Element, FillValue, Mover};

/// Asks whether `T` is an [`Element`].
#[derive(Debug)]
pub struct Probe<T>(PhantomData<T>);

impl<T: Element> Probe<T> {
    /// Its mover as a value.
    pub const MOVER: Moved<T::Mover> = Moved(PhantomData);
    /// Yes.
    pub const IS_ELEMENT: bool = true;
}

/// The answer for all other types.
pub trait Otherwise {
    /// It is cloned.
    const MOVER: Moved<ByClone> = Moved(PhantomData);
    /// No.
    const IS_ELEMENT: bool = false;
}

impl<T> Otherwise for Probe<T> {}

/// A mover as a value.
#[derive(Debug)]
pub struct Moved<M>(PhantomData<fn() -> M>);

impl<M> Clone for Moved<M> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<M> Copy for Moved<M> {}

impl<M> Default for Moved<M> {
    fn default() -> Self {
        Self(PhantomData)
    }
}

/// The answer as a type, where the element is concrete.
#[derive(Debug)]
pub struct Choice<const IS_ELEMENT: bool>;

/// The mover that follows from an answer.
#[diagnostic::on_unimplemented(
    message = "`{T}` cannot be gathered because it is not `Clone`",
    label = "`{T}` is not `Clone`"
)]
pub trait Choose<T> {
    /// The mover.
    type Mover: Mover<T>;
}

#[diagnostic::do_not_recommend]
impl<T: Element> Choose<T> for Choice<true> {
    type Mover = T::Mover;
}

#[diagnostic::do_not_recommend]
impl<T: Clone> Choose<T> for Choice<false> {
    type Mover = ByClone;
}

/// What every element must be; here only to say so in our words.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be gathered because it is not `Clone`",
    label = "`{Self}` is not `Clone`"
)]
pub trait Gatherable {}

#[diagnostic::do_not_recommend]
impl<T: Clone> Gatherable for T {}

/// What an element must be to be filled without a value.
#[diagnostic::on_unimplemented(
    message = "there is no value to fill a `{Self}` with because it has no `Default`",
    label = "`{Self}` has no `Default`",
    note = "give the value: `out_of_range = fill(value)`"
)]
pub trait Fillable {
    /// Zero, `false`, the empty string.
    fn zero() -> Self;
}

#[diagnostic::do_not_recommend]
impl<T: Default> Fillable for T {
    #[inline]
    fn zero() -> Self {
        Self::default()
    }
}

/// Asks for `T: Clone` and is otherwise nothing.
pub const fn checked<T: Gatherable, K: Copy>(kernel: K) -> K {
    kernel
}

/// The same, and something that stands for "nothing there".
pub const fn checked_missing<T: Gatherable + FillValue, K: Copy>(kernel: K) -> K {
    kernel
}

/// The same, and something to fill with.
pub const fn checked_fill<T: Gatherable + Fillable, K: Copy>(kernel: K) -> K {
    kernel
}
