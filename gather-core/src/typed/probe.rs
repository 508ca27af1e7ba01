//! How the macro finds out what an element type is, knowing only its name.
//!
//! An inherent associated constant wins over one of a trait. So `Probe::<T>::MOVER` is the mover of an
//! [`Element`] if `T` is one, and otherwise that of the trait [`Otherwise`], which clones. The question
//! can be asked in `let`, `const`, `static` and in generic functions.

use core::marker::PhantomData;

use crate::element::{ByClone, Element, FillValue};

/// Asks whether `T` is an [`Element`].
#[derive(Debug)]
pub struct Probe<T: ?Sized>(PhantomData<T>);

impl<T: Element> Probe<T> {
    /// Its mover as a value.
    pub const MOVER: Moved<T::Mover> = Moved::VALUE;
    /// Yes.
    pub const IS_ELEMENT: bool = true;
}

impl<T> Probe<T> {
    /// Yes.
    pub const IS_SIZED: bool = true;
}

impl<T: Clone> Probe<T> {
    /// Whether it can be cloned.
    pub const CLONE: Answer<T, Yes> = Answer(PhantomData, PhantomData);
}

impl<T: Default> Probe<T> {
    /// Whether it has a default.
    pub const ZERO: Answer<T, Yes> = Answer(PhantomData, PhantomData);
}

impl<T: FillValue> Probe<T> {
    /// Whether it has something that stands for "nothing there".
    pub const MISSING: Answer<T, Yes> = Answer(PhantomData, PhantomData);
}

/// The answers for all other types.
pub trait Otherwise {
    /// The type that is asked about.
    type Element: ?Sized;
    /// It is cloned.
    const MOVER: Moved<ByClone> = Moved::VALUE;
    /// No.
    const IS_ELEMENT: bool = false;
    /// No.
    const IS_SIZED: bool = false;
    /// It cannot be cloned.
    const CLONE: Answer<Self::Element, No> = Answer(PhantomData, PhantomData);
    /// It has no default.
    const ZERO: Answer<Self::Element, No> = Answer(PhantomData, PhantomData);
    /// It has no such thing.
    const MISSING: Answer<Self::Element, No> = Answer(PhantomData, PhantomData);
}

impl<T: ?Sized> Otherwise for Probe<T> {
    type Element = T;
}

/// A mover as a value.
#[derive(Debug)]
pub struct Moved<M>(PhantomData<fn() -> M>);

impl<M> Clone for Moved<M> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<M> Copy for Moved<M> {}

impl<M> Moved<M> {
    /// The value.
    pub const VALUE: Self = Self(PhantomData);
}

/// The answer as a type, where the element is concrete.
#[derive(Debug)]
pub struct Choice<const IS_ELEMENT: bool>;

/// An element that has a size, or something that stands for it, so that its lack of a size is told once, by
/// [`Choose`].
pub trait Stand<T: ?Sized> {
    /// The element, or what stands for it.
    type Element;
}

impl<T> Stand<T> for Choice<true> {
    type Element = T;
}

impl<T: ?Sized> Stand<T> for Choice<false> {
    type Element = ();
}

/// The mover that follows from an answer.
#[diagnostic::on_unimplemented(
    message = "`{T}` cannot be gathered because it is not `Clone`",
    label = "`{T}` is not `Clone`",
    note = "`#[derive(Clone)]` makes a type of yours `Clone`; a type parameter needs the bound; what has no size of its own, as `str`, is gathered by reference"
)]
pub trait Choose<T: ?Sized> {
    /// The mover.
    type Mover;
}

#[diagnostic::do_not_recommend]
impl<T: Element> Choose<T> for Choice<true> {
    type Mover = T::Mover;
}

#[diagnostic::do_not_recommend]
impl<T: Clone> Choose<T> for Choice<false> {
    type Mover = ByClone;
}

/// A kernel that constants can be made of.
pub trait KernelValue {
    /// The kernel.
    const VALUE: Self;
}

/// What an element must be to be filled without a value.
#[diagnostic::on_unimplemented(
    message = "there is no value to fill a `{Self}` with because it has no `Default`",
    label = "`{Self}` has no `Default`",
    note = "give the value, `out_of_range = fill(value)`, or give the type a `Default`"
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

/// An answer about `T`: [`Yes`] or [`No`].
#[derive(Debug)]
pub struct Answer<T: ?Sized, A>(PhantomData<A>, PhantomData<T>);

/// "Yes" as a type.
#[derive(Debug)]
pub struct Yes;

/// "No" as a type.
#[derive(Debug)]
pub struct No;

impl<T: ?Sized, A> Clone for Answer<T, A> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: ?Sized, A> Copy for Answer<T, A> {}

/// A kernel over `T`, if `T` can be cloned. If it cannot, the type of the kernel does not exist either, so
/// that the compiler says nothing more about what is done with it.
#[diagnostic::on_unimplemented(
    message = "`{T}` cannot be gathered because it is not `Clone`",
    label = "`{T}` is not `Clone`",
    note = "`#[derive(Clone)]` makes a type of yours `Clone`; a type parameter needs the bound; what has no size of its own, as `str`, is gathered by reference"
)]
pub trait Cloned<T: ?Sized, K> {
    /// The kernel's type.
    type Kernel;
    /// The kernel.
    const KERNEL: Self::Kernel;
}

/// The same for kernels that fill without a value.
#[diagnostic::on_unimplemented(
    message = "there is no value to fill a `{T}` with because it has no `Default`",
    label = "`{T}` has no `Default`",
    note = "give the value, `out_of_range = fill(value)`, or give the type a `Default`"
)]
pub trait Zeroed<T: ?Sized, K> {
    /// The kernel's type.
    type Kernel;
    /// The kernel.
    const KERNEL: Self::Kernel;
}

/// The same for kernels that fill with what stands for "nothing there".
#[diagnostic::on_unimplemented(
    message = "no preset knows what to fill a `{T}` with",
    label = "`{T}` has no `FillValue`",
    note = "implement `gather_core::FillValue` for it, or give the value: `out_of_range = fill(value)`"
)]
pub trait Missed<T: ?Sized, K> {
    /// The kernel's type.
    type Kernel;
    /// The kernel.
    const KERNEL: Self::Kernel;
}

#[diagnostic::do_not_recommend]
impl<T: ?Sized, K: KernelValue> Cloned<T, K> for Yes {
    type Kernel = K;
    const KERNEL: K = K::VALUE;
}

#[diagnostic::do_not_recommend]
impl<T: ?Sized, K: KernelValue> Zeroed<T, K> for Yes {
    type Kernel = K;
    const KERNEL: K = K::VALUE;
}

#[diagnostic::do_not_recommend]
impl<T: ?Sized, K: KernelValue> Missed<T, K> for Yes {
    type Kernel = K;
    const KERNEL: K = K::VALUE;
}

/// The kernel, if `T` is `Clone`.
pub const fn cloned<T: ?Sized, A: Cloned<T, K>, K: Copy>(_: Answer<T, A>, _: K) -> A::Kernel {
    A::KERNEL
}

/// The kernel, if `T` has a default.
pub const fn zeroed<T: ?Sized, A: Zeroed<T, K>, K: Copy>(_: Answer<T, A>, _: K) -> A::Kernel {
    A::KERNEL
}

/// The kernel, if something stands for "no `T` there".
pub const fn missed<T: ?Sized, A: Missed<T, K>, K: Copy>(_: Answer<T, A>, _: K) -> A::Kernel {
    A::KERNEL
}
