//! Nested arrays as flat elements and back, for kernels whose sizes are all known: what they prepare, and what
//! they do on several threads.

use alloc::vec::{self, Vec};
use core::{array, fmt, slice};

use crate::{
    element::sealed::Sealed as _,
    error::GatherError,
    index::Index,
    prepared::Prepared,
    typed::{Kernel, prepare, run_into},
    view::{View, ViewDyn},
};

/// How there is one more of an element.
type One<T> = fn(&T) -> T;

/// A nested array of `T` with `N` dimensions; without dimensions, a `T`.
pub trait Nested<T, const N: usize>: Sized {
    /// Its shape.
    const SHAPE: [usize; N];

    /// The elements of several, one after the other.
    fn flat(several: &[Self]) -> &[T];

    /// The same, to be written.
    fn flat_mut(several: &mut [Self]) -> &mut [T];

    /// An array that repeats one element, as `one` gives more of it.
    fn repeat(element: &T, one: One<T>) -> Self;

    /// An array of the next elements, if there are enough.
    fn collect(elements: &mut vec::IntoIter<T>) -> Option<Self>;
}

impl<T> Nested<T, 0> for T {
    const SHAPE: [usize; 0] = [];

    fn flat(several: &[Self]) -> &[T] {
        several
    }

    fn flat_mut(several: &mut [Self]) -> &mut [T] {
        several
    }

    fn repeat(element: &T, one: One<T>) -> Self {
        one(element)
    }

    fn collect(elements: &mut vec::IntoIter<T>) -> Option<Self> {
        elements.next()
    }
}

macro_rules! nested {
    ($($inner:literal $rank:literal)*) => { $(
        impl<T, A: Nested<T, $inner>, const SIZE: usize> Nested<T, $rank> for [A; SIZE] {
            const SHAPE: [usize; $rank] = {
                let mut shape = [SIZE; $rank];
                let mut axis = 1;
                while axis < $rank {
                    shape[axis] = A::SHAPE[axis - 1];
                    axis += 1;
                }
                shape
            };

            fn flat(several: &[Self]) -> &[T] {
                A::flat(several.as_flattened())
            }

            fn flat_mut(several: &mut [Self]) -> &mut [T] {
                A::flat_mut(several.as_flattened_mut())
            }

            fn repeat(element: &T, one: One<T>) -> Self {
                array::from_fn(|_| A::repeat(element, one))
            }

            fn collect(elements: &mut vec::IntoIter<T>) -> Option<Self> {
                let arrays: Vec<A> = (0..SIZE).map_while(|_| A::collect(elements)).collect();
                arrays.try_into().ok()
            }
        }
    )* };
}
nested!(0 1 1 2 2 3 3 4 4 5 5 6 6 7 7 8);

/// A gather between nested arrays whose indices have been checked and turned into offsets: `prepare` of a kernel
/// whose sizes are all known.
///
/// `D` is the type of data, `O` that of the output. Nothing is left that could be wrong but the memory for the
/// result of [`run`](PreparedArray::run).
///
/// ```
/// use gather_core::{GatherError, PreparedArray, gather_kernel};
/// let kernel = gather_kernel!(Gather, f32, i64, data = [3, 2], indices = [4]);
/// let lookup: PreparedArray<f32, [[f32; 2]; 3], [[f32; 2]; 4]> = kernel.prepare(&[2, 0, 0, -2])?;
///
/// let out = lookup.run(&[[0.0, 0.1], [1.0, 1.1], [2.0, 2.1]])?;
/// assert_eq!(out, [[2.0, 2.1], [0.0, 0.1], [0.0, 0.1], [1.0, 1.1]]);
///
/// let mut out = [[0.0; 2]; 4];
/// lookup.run_into(&[[9.0, 8.0], [7.0, 6.0], [5.0, 4.0]], &mut out)?;
/// assert_eq!(out, [[5.0, 4.0], [9.0, 8.0], [9.0, 8.0], [7.0, 6.0]]);
///
/// let error = kernel.prepare(&[2, 0, 3, 9]).unwrap_err();
/// assert_eq!(error, kernel.run(&[[0.0; 2]; 3], &[2, 0, 3, 9]).unwrap_err());
/// # Ok::<(), GatherError>(())
/// ```
pub struct PreparedArray<T, D, O> {
    prepared: Prepared<T>,
    /// Whether elements are moved as bytes, for which an array to write over costs less than a vector.
    by_copy: bool,
    arrays: Arrays<T, D, O>,
}

/// How the arrays are taken apart and put together: [`Nested`] without the ranks.
struct Arrays<T, D, O> {
    data: fn(&[D]) -> &[T],
    out: fn(&mut [O]) -> &mut [T],
    repeat: fn(&T, One<T>) -> O,
    one: One<T>,
    collect: fn(&mut vec::IntoIter<T>) -> Option<O>,
}

impl<T, D, O> Clone for Arrays<T, D, O> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, D, O> Copy for Arrays<T, D, O> {}

impl<T, D, O> fmt::Debug for PreparedArray<T, D, O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("PreparedArray")
            .field(&self.prepared)
            .finish()
    }
}

impl<T: Clone, D, O> Clone for PreparedArray<T, D, O> {
    fn clone(&self) -> Self {
        Self {
            prepared: self.prepared.clone(),
            by_copy: self.by_copy,
            arrays: self.arrays,
        }
    }
}

impl<T, D, O> PreparedArray<T, D, O> {
    /// Gathers from `data` into a new array.
    ///
    /// # Errors
    ///
    /// There is no memory to put the output together; elements that are moved as bytes need none.
    pub fn run(&self, data: &D) -> Result<O, GatherError> {
        let view = self.view(data);
        let some = view.storage().first().or(self.prepared.fill());
        if let (true, Some(element)) = (self.by_copy, some) {
            let mut out = (self.arrays.repeat)(element, self.arrays.one);
            self.run_into(data, &mut out)?;
            return Ok(out);
        }
        put_together(self.prepared.run(view)?.into_vec(), self.arrays.collect)
    }

    /// Gathers from `data` over `out`; allocates nothing.
    ///
    /// # Errors
    ///
    /// None that `prepare` has not told before.
    pub fn run_into(&self, data: &D, out: &mut O) -> Result<(), GatherError> {
        let out = (self.arrays.out)(slice::from_mut(out));
        self.prepared.run_into(self.view(data), out)
    }

    /// The same over views.
    #[must_use]
    pub const fn as_dyn(&self) -> &Prepared<T> {
        &self.prepared
    }

    fn view<'a>(&'a self, data: &'a D) -> ViewDyn<'a, T> {
        let elements = (self.arrays.data)(slice::from_ref(data));
        ViewDyn::agreed(elements, self.prepared.data_shape())
    }
}

/// An array of all elements of a vector.
fn put_together<T, O>(
    elements: Vec<T>,
    collect: fn(&mut vec::IntoIter<T>) -> Option<O>,
) -> Result<O, GatherError> {
    let expected = elements.len();
    let mut elements = elements.into_iter();
    match collect(&mut elements) {
        Some(out) if elements.as_slice().is_empty() => Ok(out),
        _ => Err(GatherError::OutputLength {
            expected,
            found: expected - elements.len(),
        }),
    }
}

/// Prepares the indices of a kernel whose sizes are all known.
///
/// # Errors
///
/// As the dynamic call.
pub fn prepare_array<K, T, I, D, O, const R: usize, const Q: usize, const N: usize>(
    indices: View<'_, I, Q>,
) -> Result<PreparedArray<T, D, O>, GatherError>
where
    K: Kernel<T, I, R>,
    I: Index,
    D: Nested<T, R>,
    O: Nested<T, N>,
{
    Ok(PreparedArray {
        prepared: prepare::<K, T, I, R, Q>(indices, &D::SHAPE)?,
        by_copy: K::Mover::BY_COPY,
        arrays: Arrays {
            data: D::flat,
            out: O::flat_mut,
            repeat: O::repeat,
            one: K::Mover::one,
            collect: O::collect,
        },
    })
}

/// Runs a kernel whose sizes are all known over an array.
///
/// # Errors
///
/// As the dynamic call.
pub fn run_into_array<K, T, I, O, const R: usize, const Q: usize, const N: usize>(
    data: View<'_, T, R>,
    indices: View<'_, I, Q>,
    out: &mut O,
) -> Result<(), GatherError>
where
    K: Kernel<T, I, R>,
    I: Index,
    O: Nested<T, N>,
{
    let out = O::flat_mut(slice::from_mut(out));
    run_into::<K, T, I, R, Q>(data, indices, out)
}

/// Runs a kernel whose sizes are all known into a new array, on several threads.
///
/// # Errors
///
/// As the dynamic call.
#[cfg(feature = "rayon")]
pub fn par_run_array<K, T, I, O, const R: usize, const Q: usize, const N: usize>(
    data: View<'_, T, R>,
    indices: View<'_, I, Q>,
) -> Result<O, GatherError>
where
    K: Kernel<T, I, R>,
    T: Send + Sync,
    I: Index,
    O: Nested<T, N>,
{
    let fill = K::fill();
    let some = data.storage().first().or(fill.as_ref());
    if let (true, Some(element)) = (K::Mover::BY_COPY, some) {
        let mut out = O::repeat(element, K::Mover::one);
        par_run_into_array::<K, T, I, O, R, Q, N>(data, indices, &mut out)?;
        return Ok(out);
    }
    let out: crate::tensor::Tensor<T, N> =
        crate::typed::par_run::<K, T, I, _, R, Q>(data, indices)?;
    put_together(out.into_vec(), O::collect)
}

/// Runs a kernel whose sizes are all known over an array, on several threads.
///
/// # Errors
///
/// As the dynamic call.
#[cfg(feature = "rayon")]
pub fn par_run_into_array<K, T, I, O, const R: usize, const Q: usize, const N: usize>(
    data: View<'_, T, R>,
    indices: View<'_, I, Q>,
    out: &mut O,
) -> Result<(), GatherError>
where
    K: Kernel<T, I, R>,
    T: Send + Sync,
    I: Index,
    O: Nested<T, N>,
{
    let out = O::flat_mut(slice::from_mut(out));
    crate::typed::par_run_into::<K, T, I, R, Q>(data, indices, out)
}
