//! Borrowed tensors: a slice and a shape that agree.

use core::fmt;

use gather_spec::elements;

use crate::{error::GatherError, show::show};

/// Borrowed elements in row-major order with a shape of `R` dimensions.
///
/// ```
/// use gather_core::{GatherError, View};
/// let view = View::new(&[1, 2, 3, 4, 5, 6], [2, 3])?;
/// assert_eq!(view.shape(), &[2, 3]);
/// assert_eq!(format!("{view:?}"), "View[2, 3] [[1, 2, 3], [4, 5, 6]]");
/// assert_eq!(
///     View::new(&[1, 2, 3], [2, 2]).unwrap_err().to_string(),
///     "the slice must have as many elements as its shape (4), found 3"
/// );
///
/// // A nested array is a view: nothing is copied and nothing can be wrong.
/// assert_eq!(View::from(&[[1, 2, 3], [4, 5, 6]]), view);
/// # Ok::<(), GatherError>(())
/// ```
///
/// Invariant 1: `elements.len()` is the number of elements of `shape`.
#[derive(PartialEq, Eq)]
pub struct View<'a, T, const R: usize> {
    elements: &'a [T],
    shape: [usize; R],
}

/// Borrowed elements in row-major order with a shape of any number of dimensions.
///
/// ```
/// use gather_core::{GatherError, View, ViewDyn};
/// let view = ViewDyn::new(&[1, 2, 3, 4, 5, 6], &[2, 3])?;
/// assert_eq!((view.rank(), view.as_slice().len()), (2, 6));
///
/// let typed: View<'_, i32, 2> = view.try_into()?;
/// assert_eq!(ViewDyn::from(&typed), view);
/// assert_eq!(View::<i32, 3>::try_from(view).unwrap_err().to_string(), "expected rank 3, found 2");
/// # Ok::<(), GatherError>(())
/// ```
///
/// Invariant 1: `elements.len()` is the number of elements of `shape`.
#[derive(PartialEq, Eq)]
pub struct ViewDyn<'a, T> {
    elements: &'a [T],
    shape: &'a [usize],
}

/// Whether a slice of this length can have this shape.
pub(crate) fn check_length(found: usize, shape: &[usize]) -> Result<(), GatherError> {
    match elements(shape) {
        Some(expected) if expected == found => Ok(()),
        Some(expected) => Err(GatherError::SliceLength { expected, found }),
        None => Err(overflow(shape)),
    }
}

/// Names the dimension at which the number of elements stops fitting.
#[cold]
fn overflow(shape: &[usize]) -> GatherError {
    let fits = |rank: &usize| shape.get(..=*rank).and_then(elements).is_some();
    let axis = (0..shape.len()).find(|rank| !fits(rank)).unwrap_or(0);
    let size = shape.get(axis).copied().unwrap_or(0);
    GatherError::ShapeOverflow { axis, size }
}

impl<'a, T, const R: usize> View<'a, T, R> {
    /// A view of `elements`, whose number must be that of the shape.
    ///
    /// # Errors
    ///
    /// [`GatherError::SliceLength`] or [`GatherError::ShapeOverflow`].
    pub fn new(elements: &'a [T], shape: [usize; R]) -> Result<Self, GatherError> {
        check_length(elements.len(), &shape)?;
        Ok(Self { elements, shape })
    }

    /// A view whose agreement the caller has established: invariant 1.
    #[cfg(feature = "alloc")]
    pub(crate) const fn agreed(elements: &'a [T], shape: [usize; R]) -> Self {
        Self { elements, shape }
    }

    /// The sizes, outermost first.
    #[must_use]
    pub const fn shape(&self) -> &[usize; R] {
        &self.shape
    }

    /// The elements in row-major order.
    #[must_use]
    pub const fn as_slice(&self) -> &'a [T] {
        self.elements
    }

    /// The same view with its rank forgotten.
    ///
    /// ```
    /// use gather_core::{View, gather_dyn};
    /// let rows = View::<_, 2>::from(&[[1, 2], [3, 4]]);
    /// let picks = View::<_, 1>::from(&[1_u8]);
    /// let out = gather_dyn(rows.as_dyn(), picks.as_dyn(), 0, 0)?;
    /// assert_eq!(out.as_slice(), [3, 4]);
    /// # Ok::<(), gather_core::GatherError>(())
    /// ```
    #[must_use]
    pub const fn as_dyn(&self) -> ViewDyn<'_, T> {
        ViewDyn {
            elements: self.elements,
            shape: &self.shape,
        }
    }
}

impl<'a, T> ViewDyn<'a, T> {
    /// A view of `elements`, whose number must be that of the shape.
    ///
    /// # Errors
    ///
    /// [`GatherError::SliceLength`] or [`GatherError::ShapeOverflow`].
    pub fn new(elements: &'a [T], shape: &'a [usize]) -> Result<Self, GatherError> {
        check_length(elements.len(), shape)?;
        Ok(Self { elements, shape })
    }

    /// A view whose agreement the caller has established: invariant 1.
    #[cfg(feature = "alloc")]
    pub(crate) const fn agreed(elements: &'a [T], shape: &'a [usize]) -> Self {
        Self { elements, shape }
    }

    /// The sizes, outermost first.
    #[must_use]
    pub const fn shape(&self) -> &'a [usize] {
        self.shape
    }

    /// Number of dimensions.
    #[must_use]
    pub const fn rank(&self) -> usize {
        self.shape.len()
    }

    /// The elements in row-major order.
    #[must_use]
    pub const fn as_slice(&self) -> &'a [T] {
        self.elements
    }
}

impl<T, const R: usize> Clone for View<'_, T, R> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, const R: usize> Copy for View<'_, T, R> {}

impl<T> Clone for ViewDyn<'_, T> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for ViewDyn<'_, T> {}

impl<'a, T, const R: usize> From<&'a View<'_, T, R>> for ViewDyn<'a, T> {
    fn from(view: &'a View<'_, T, R>) -> Self {
        view.as_dyn()
    }
}

impl<'a, T, const R: usize> TryFrom<ViewDyn<'a, T>> for View<'a, T, R> {
    type Error = GatherError;

    fn try_from(view: ViewDyn<'a, T>) -> Result<Self, GatherError> {
        match view.shape.try_into() {
            Ok(shape) => Ok(Self {
                elements: view.elements,
                shape,
            }),
            Err(_) => Err(GatherError::Rank {
                expected: R,
                found: view.rank(),
            }),
        }
    }
}

impl<T: fmt::Debug, const R: usize> fmt::Debug for View<'_, T, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        show(f, "View", &self.shape, self.elements)
    }
}

impl<T: fmt::Debug> fmt::Debug for ViewDyn<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        show(f, "ViewDyn", self.shape, self.elements)
    }
}

/// A single value is a tensor without dimensions.
impl<'a, T> From<&'a T> for View<'a, T, 0> {
    fn from(value: &'a T) -> Self {
        Self {
            elements: core::slice::from_ref(value),
            shape: [],
        }
    }
}

/// Nested arrays up to rank 8, for both kinds of view.
macro_rules! from_nested {
    ($($rank:literal: $array:ty, [$($n:ident)*], $($flatten:ident)*;)*) => { $(
        impl<'a, T, $(const $n: usize),*> From<&'a $array> for View<'a, T, $rank> {
            fn from(array: &'a $array) -> Self {
                Self { elements: array$(.$flatten())*, shape: [$($n),*] }
            }
        }

        impl<'a, T, $(const $n: usize),*> From<&'a $array> for ViewDyn<'a, T> {
            fn from(array: &'a $array) -> Self {
                Self { elements: array$(.$flatten())*, shape: const { &[$($n),*] } }
            }
        }
    )* };
}
from_nested! {
    1: [T; A], [A], as_slice;
    2: [[T; B]; A], [A B], as_flattened;
    3: [[[T; C]; B]; A], [A B C], as_flattened as_flattened;
    4: [[[[T; D]; C]; B]; A], [A B C D], as_flattened as_flattened as_flattened;
    5: [[[[[T; E]; D]; C]; B]; A], [A B C D E], as_flattened as_flattened as_flattened as_flattened;
    6: [[[[[[T; F]; E]; D]; C]; B]; A], [A B C D E F],
        as_flattened as_flattened as_flattened as_flattened as_flattened;
    7: [[[[[[[T; G]; F]; E]; D]; C]; B]; A], [A B C D E F G],
        as_flattened as_flattened as_flattened as_flattened as_flattened as_flattened;
    8: [[[[[[[[T; H]; G]; F]; E]; D]; C]; B]; A], [A B C D E F G H],
        as_flattened as_flattened as_flattened as_flattened as_flattened as_flattened as_flattened;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nested_arrays_have_the_shape_of_their_type() {
        let deep = [[[[[[[[7_u8; 1]; 2]; 1]; 2]; 1]; 2]; 1]; 3];
        assert_eq!(
            View::<u8, 8>::from(&deep).shape(),
            &[3, 1, 2, 1, 2, 1, 2, 1]
        );
        let view: ViewDyn<'_, u8> = (&deep).into();
        assert_eq!(
            (view.shape(), view.as_slice().len()),
            (&[3, 1, 2, 1, 2, 1, 2, 1][..], 24)
        );
        assert_eq!(View::<_, 0>::from(&5).as_slice(), [5]);
    }

    #[test]
    fn a_zero_makes_any_shape_empty_and_an_overflow_names_its_dimension() {
        let huge = usize::MAX;
        assert_eq!(
            View::<u8, 3>::new(&[], [huge, huge, 0]).map(|v| v.as_slice().len()),
            Ok(0)
        );
        assert_eq!(
            View::new(&[0_u8], [2, huge, 3]),
            Err(GatherError::ShapeOverflow {
                axis: 1,
                size: huge
            })
        );
    }
}
