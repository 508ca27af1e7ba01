//! The run-time half of the kernels that `gather_kernel!` makes.
//!
//! An emitted kernel is a zero-sized type that implements [`Kernel`]: what it was made for, and its
//! tuple arithmetic with the known sizes as literals. Everything else is here: checking the shapes it is
//! given, the loops, the results. Nothing here trusts a kernel: one written by hand can at worst name a
//! wrong row, which the bounds checks of the loops refuse.

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
    kernel::address::{Address, Block, Dynamic},
    layout::Layout,
    output::OutputShape,
    plan::Plan,
    typed::spec::Spec,
    view::{View, ViewDyn},
};

#[cfg(feature = "alloc")]
use crate::tensor::{Tensor, TensorDyn};

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

    type InUnits<V, const X: usize> = TypedUnits<'a, K, T, V, R, X>;

    fn in_units<V, const X: usize>(&self) -> Self::InUnits<V, X> {
        self.elements.in_units()
    }

    #[inline]
    fn resolve(&self, plan: &Plan<'_>, block: &mut Block<'_, I>) -> bool {
        self.elements.resolve(plan, block)
    }
}

/// The plan of a kernel on these shapes.
fn plan<'a, K: Kernel<T, I, R>, T, I: Index, const R: usize>(
    data: Layout<'a>,
    indices: Layout<'a>,
) -> Result<Plan<'a>, GatherError> {
    K::SPEC.fits(data.shape, indices.shape)?;
    let plan = Plan::of(K::SPEC.op, data, indices, K::SPEC.rules)?;
    // Holds for what the macro writes; a spec written by hand may count an axis from the end.
    match K::SPEC.slice() {
        Some(slice) if data.strides.is_none() && slice != plan.slice() => {
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
        Ok(Self::agreed(elements, shape.to_vec()))
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
    run_on::<K, T, I, O, R>(data, indices.as_dyn())
}

#[cfg(feature = "alloc")]
fn run_on<K: Kernel<T, I, R>, T, I: Index, O: Gathered<T>, const R: usize>(
    data: View<'_, T, R>,
    indices: ViewDyn<'_, I>,
) -> Result<O, GatherError> {
    let plan = plan::<K, T, I, R>(data.layout(), indices.layout())?;
    let fill = K::fill();
    let inputs = Inputs {
        data: data.storage(),
        indices: indices.storage(),
        fill: fill.as_ref(),
    };
    // The kernel's own arithmetic is for dense data; strides are known only now.
    let elements = if data.is_strided() {
        K::Mover::fresh(&plan, &Dynamic, inputs)?
    } else {
        K::Mover::fresh(&plan, &Typed::<K, T, R>::new(data.shape()), inputs)?
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
    run_into_on::<K, T, I, R>(data, indices.as_dyn(), out)
}

fn run_into_on<K: Kernel<T, I, R>, T, I: Index, const R: usize>(
    data: View<'_, T, R>,
    indices: ViewDyn<'_, I>,
    out: &mut [T],
) -> Result<(), GatherError> {
    let plan = plan::<K, T, I, R>(data.layout(), indices.layout())?;
    let (expected, found) = (plan.elements(), out.len());
    if expected != found {
        return Err(GatherError::OutputLength { expected, found });
    }
    let fill = K::fill();
    let inputs = Inputs {
        data: data.storage(),
        indices: indices.storage(),
        fill: fill.as_ref(),
    };
    if data.is_strided() {
        return K::Mover::over(&plan, &Dynamic, inputs, out);
    }
    K::Mover::over(&plan, &Typed::<K, T, R>::new(data.shape()), inputs, out)
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
    Ok(plan::<K, T, I, R>(Layout::dense(data), Layout::dense(indices))?.output_shape())
}
