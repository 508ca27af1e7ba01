//! The run-time half of the kernels that `gather_kernel!` makes.
//!
//! An emitted kernel is a zero-sized type that implements [`Kernel`]: what it was made for, and its
//! tuple arithmetic with the known sizes as literals. Everything else is here: checking the shapes it is
//! given, the loops, the results. Nothing here trusts a kernel: one written by hand can at worst name a
//! wrong row, which the bounds checks of the loops refuse.

#[cfg(feature = "alloc")]
pub(crate) mod arrays;
pub(crate) mod fixed;
pub(crate) mod probe;
#[cfg(feature = "alloc")]
pub(crate) mod rank;
pub(crate) mod spec;
pub(crate) mod table;

#[cfg(feature = "alloc")]
use alloc::vec::Vec;
use core::marker::PhantomData;

use crate::{
    element::{Inputs, Mover, sealed::Sealed as _},
    error::GatherError,
    index::Index,
    kernel::address::{Address, Block, Dynamic, Strided},
    layout::Layout,
    output::OutputShape,
    plan::{Draft, Plan},
    typed::spec::Spec,
    view::{View, ViewDyn},
};

#[cfg(feature = "alloc")]
use crate::{
    prepared::Prepared,
    tensor::{Tensor, TensorDyn},
};

/// What the macro writes for a kernel over elements `T`, indices `I` and data of rank `R`.
pub trait Kernel<T, I: Index, const R: usize> {
    /// How elements are moved.
    type Mover: Mover<T>;

    /// What the kernel was made for.
    const SPEC: Spec<R>;

    /// The positions of a block of rows; `d` are the sizes of data. False if any index is not plainly in
    /// range.
    fn resolve(block: &mut Block<'_, I>, d: &[usize; R]) -> bool;

    /// The value to fill with, if the policy is to fill.
    #[inline]
    fn fill() -> Option<T> {
        None
    }
}

/// A kernel's arithmetic as an address, in units of elements.
struct Typed<'a, K, T, const R: usize> {
    sizes: &'a [usize; R],
    kernel: PhantomData<fn() -> (K, T)>,
}

/// The same where an element `U`, which is `T`, is moved as units of `W` bytes.
struct TypedUnits<'a, K, T, U, const R: usize, const W: usize> {
    elements: Typed<'a, K, T, R>,
    unit: PhantomData<fn() -> U>,
}

impl<'a, K, T, const R: usize> Typed<'a, K, T, R> {
    const fn new(sizes: &'a [usize; R]) -> Self {
        Self {
            sizes,
            kernel: PhantomData,
        }
    }
}

impl<'a, K: Kernel<T, I, R>, T, I: Index, const R: usize> Address<I> for Typed<'a, K, T, R> {
    // Equal to the plan's: `plan` below has compared the known sizes it is made of with the real ones.
    const SLICE: Option<usize> = K::SPEC.slice();
    const DEPTH: Option<usize> = K::SPEC.tuple_length();

    type InUnits<U, const W: usize> = TypedUnits<'a, K, T, U, R, W>;

    fn in_units<U, const W: usize>(&self) -> Self::InUnits<U, W> {
        TypedUnits {
            elements: Self::new(self.sizes),
            unit: PhantomData,
        }
    }

    #[inline]
    fn resolve(&self, _: &Plan<'_>, block: &mut Block<'_, I>) -> bool {
        K::resolve(block, self.sizes)
    }
}

impl<'a, K, T, I, U, const R: usize, const W: usize> Address<I> for TypedUnits<'a, K, T, U, R, W>
where
    K: Kernel<T, I, R>,
    I: Index,
{
    const SLICE: Option<usize> = match K::SPEC.slice() {
        Some(elements) => Some(elements.wrapping_mul(size_of::<U>() / W)),
        None => None,
    };
    const DEPTH: Option<usize> = K::SPEC.tuple_length();

    type InUnits<V, const X: usize> = TypedUnits<'a, K, T, V, R, X>;

    fn in_units<V, const X: usize>(&self) -> Self::InUnits<V, X> {
        self.elements.in_units()
    }

    #[inline]
    fn resolve(&self, plan: &Plan<'_>, block: &mut Block<'_, I>) -> bool {
        self.elements.resolve(plan, block)
    }
}

/// The plan of a kernel on these shapes, to be checked by [`plan`].
const fn draft<'a, K: Kernel<T, I, R>, T, I: Index, const R: usize>(
    data: Layout<'a>,
    indices: Layout<'a>,
) -> Draft<'a> {
    Draft::new(K::SPEC.op, data, indices, K::SPEC.rules)
}

/// The plan that a kernel's draft becomes.
fn plan<'d, 'a, K: Kernel<T, I, R>, T, I: Index, const R: usize>(
    draft: &'d mut Draft<'a>,
) -> Result<&'d Plan<'a>, GatherError> {
    let (data, indices) = draft.shapes();
    K::SPEC.fits(data, indices)?;
    let plan = draft.plan()?;
    // Holds for what the macro writes; a spec written by hand may count an axis from the end.
    match K::SPEC.slice() {
        Some(slice) if plan.axis_strides().is_none() && slice != plan.slice() => {
            Err(GatherError::OutputLength {
                expected: plan.slice(),
                found: slice,
            })
        }
        _ => Ok(plan),
    }
}

/// A result made of its elements and its shape.
#[cfg(feature = "alloc")]
pub trait Gathered<T>: Sized {
    /// Puts it together.
    ///
    /// # Errors
    ///
    /// The shape does not have the rank of the type.
    fn from_parts(elements: Vec<T>, shape: OutputShape<'_>) -> Result<Self, GatherError>;
}

#[cfg(feature = "alloc")]
impl<T> Gathered<T> for TensorDyn<T> {
    fn from_parts(elements: Vec<T>, shape: OutputShape<'_>) -> Result<Self, GatherError> {
        Ok(Self::agreed(elements, shape))
    }
}

#[cfg(feature = "alloc")]
impl<T, const N: usize> Gathered<T> for Tensor<T, N> {
    fn from_parts(elements: Vec<T>, shape: OutputShape<'_>) -> Result<Self, GatherError> {
        let (expected, found) = (N, shape.rank());
        if expected != found {
            return Err(GatherError::Rank { expected, found });
        }
        let mut sizes = [0; N];
        sizes
            .iter_mut()
            .zip(shape.iter())
            .for_each(|(to, size)| *to = size);
        Self::new(elements, sizes)
    }
}

/// Calls a mover of a kernel on strided data. The kernel's own arithmetic is for dense data; of strided data it
/// knows the tuple length, and the loop for it is unrolled.
macro_rules! move_strided {
    ($kernel:ident, $mover:ident($plan:expr, $($rest:expr),+)) => {
        match const { $kernel::SPEC.tuple_length() } {
            Some(4) => $kernel::Mover::$mover($plan, &Strided::<4>, $($rest),+),
            Some(5) => $kernel::Mover::$mover($plan, &Strided::<5>, $($rest),+),
            Some(6) => $kernel::Mover::$mover($plan, &Strided::<6>, $($rest),+),
            Some(7) => $kernel::Mover::$mover($plan, &Strided::<7>, $($rest),+),
            Some(8) => $kernel::Mover::$mover($plan, &Strided::<8>, $($rest),+),
            // Unrolled for tuples of up to three; a length that is not known is that of any call.
            _ => $kernel::Mover::$mover($plan, &Dynamic, $($rest),+),
        }
    };
}

/// Runs a kernel into a new tensor.
///
/// # Errors
///
/// As the dynamic call; also if a known size is another.
#[cfg(feature = "alloc")]
#[inline]
pub fn run<K: Kernel<T, I, R>, T, I: Index, O: Gathered<T>, const R: usize, const Q: usize>(
    data: View<'_, T, R>,
    indices: View<'_, I, Q>,
) -> Result<O, GatherError> {
    run_on::<K, T, I, O, R>(&data, &indices.as_dyn())
}

#[cfg(feature = "alloc")]
fn run_on<K: Kernel<T, I, R>, T, I: Index, O: Gathered<T>, const R: usize>(
    data: &View<'_, T, R>,
    indices: &ViewDyn<'_, I>,
) -> Result<O, GatherError> {
    let mut draft = draft::<K, T, I, R>(data.layout(), indices.layout());
    let plan = plan::<K, T, I, R>(&mut draft)?;
    let fill = K::fill();
    let inputs = Inputs {
        data: data.storage(),
        indices: indices.storage(),
        fill: fill.as_ref(),
    };
    let elements = if data.is_strided() {
        move_strided!(K, fresh(plan, inputs))?
    } else {
        K::Mover::fresh(plan, &Typed::<K, T, R>::new(data.shape()), inputs)?
    };
    O::from_parts(elements, plan.output_shape())
}

/// Runs a kernel over an existing buffer.
///
/// # Errors
///
/// As [`run`]; also if `out` does not have the output's length.
#[inline]
pub fn run_into<K: Kernel<T, I, R>, T, I: Index, const R: usize, const Q: usize>(
    data: View<'_, T, R>,
    indices: View<'_, I, Q>,
    out: &mut [T],
) -> Result<(), GatherError> {
    run_into_on::<K, T, I, R>(&data, &indices.as_dyn(), out)
}

// By reference: a copy of a view takes as long as a small call.
fn run_into_on<K: Kernel<T, I, R>, T, I: Index, const R: usize>(
    data: &View<'_, T, R>,
    indices: &ViewDyn<'_, I>,
    out: &mut [T],
) -> Result<(), GatherError> {
    K::SPEC.fits(data.shape(), indices.shape())?;
    if const { K::SPEC.is_plain() }
        && K::Mover::tiny(
            K::SPEC.op,
            K::SPEC.rules.negative,
            &data.as_dyn(),
            indices,
            const { K::SPEC.slice() },
            out,
        )
    {
        return Ok(());
    }
    let mut draft = draft::<K, T, I, R>(data.layout(), indices.layout());
    let plan = plan::<K, T, I, R>(&mut draft)?;
    plan.check_room(out.len())?;
    let fill = K::fill();
    let inputs = Inputs {
        data: data.storage(),
        indices: indices.storage(),
        fill: fill.as_ref(),
    };
    if data.is_strided() {
        return move_strided!(K, over(plan, inputs, out));
    }
    K::Mover::over(plan, &Typed::<K, T, R>::new(data.shape()), inputs, out)
}

/// Prepares a kernel's indices for data of a shape.
///
/// # Errors
///
/// As the dynamic call; also if a known size is another.
#[cfg(feature = "alloc")]
pub fn prepare<K: Kernel<T, I, R>, T, I: Index, const R: usize, const Q: usize>(
    indices: View<'_, I, Q>,
    data: &[usize; R],
) -> Result<Prepared<T>, GatherError> {
    let indices = indices.as_dyn();
    K::SPEC.fits(data, indices.shape())?;
    Prepared::build::<K::Mover, I>(K::SPEC.op, K::SPEC.rules, data, indices, K::fill())
}

/// Elements that threads may share. The lifetime is any: a bound that names one is asked only where a method is
/// called, so that kernels over other elements compile, without their parallel methods.
#[cfg(feature = "rayon")]
#[diagnostic::on_unimplemented(
    message = "elements of type `{Self}` cannot be shared between threads",
    label = "`par_run` and `par_run_into` need `{Self}: Send + Sync`"
)]
pub trait Shared<'any>: Send + Sync {}

#[cfg(feature = "rayon")]
#[diagnostic::do_not_recommend]
impl<T: Send + Sync> Shared<'_> for T {}

/// Runs a kernel into a new tensor, on several threads.
///
/// # Errors
///
/// As [`run`].
#[cfg(feature = "rayon")]
pub fn par_run<K, T, I, O, const R: usize, const Q: usize>(
    data: View<'_, T, R>,
    indices: View<'_, I, Q>,
) -> Result<O, GatherError>
where
    K: Kernel<T, I, R>,
    T: Send + Sync,
    I: Index,
    O: Gathered<T>,
{
    let indices = indices.as_dyn();
    let mut draft = draft::<K, T, I, R>(data.layout(), indices.layout());
    let plan = plan::<K, T, I, R>(&mut draft)?;
    let fill = K::fill();
    let inputs = Inputs {
        data: data.storage(),
        indices: indices.storage(),
        fill: fill.as_ref(),
    };
    let elements = if data.is_strided() {
        move_strided!(K, par_fresh(plan, inputs))?
    } else {
        K::Mover::par_fresh(plan, &Typed::<K, T, R>::new(data.shape()), inputs)?
    };
    O::from_parts(elements, plan.output_shape())
}

/// Runs a kernel over an existing buffer, on several threads.
///
/// # Errors
///
/// As [`run_into`].
#[cfg(feature = "rayon")]
pub fn par_run_into<K, T, I, const R: usize, const Q: usize>(
    data: View<'_, T, R>,
    indices: View<'_, I, Q>,
    out: &mut [T],
) -> Result<(), GatherError>
where
    K: Kernel<T, I, R>,
    T: Send + Sync,
    I: Index,
{
    let indices = indices.as_dyn();
    let mut draft = draft::<K, T, I, R>(data.layout(), indices.layout());
    let plan = plan::<K, T, I, R>(&mut draft)?;
    plan.check_room(out.len())?;
    let fill = K::fill();
    let inputs = Inputs {
        data: data.storage(),
        indices: indices.storage(),
        fill: fill.as_ref(),
    };
    if data.is_strided() {
        return move_strided!(K, par_over(plan, inputs, out));
    }
    K::Mover::par_over(plan, &Typed::<K, T, R>::new(data.shape()), inputs, out)
}

/// The shape of a kernel's output.
///
/// # Errors
///
/// A broken rule; a known size that is another.
#[inline]
pub fn output_shape<'a, K: Kernel<T, I, R>, T, I: Index, const R: usize, const Q: usize>(
    data: &'a [usize; R],
    indices: &'a [usize; Q],
) -> Result<OutputShape<'a>, GatherError> {
    let mut draft = draft::<K, T, I, R>(Layout::dense(data), Layout::dense(indices));
    Ok(plan::<K, T, I, R>(&mut draft)?.output_shape())
}
