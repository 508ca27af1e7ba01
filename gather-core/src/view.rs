//! Borrowed tensors: a slice, a shape, and where in the slice the elements of the shape lie.

use core::fmt;

use gather_spec::elements;

use crate::{
    error::GatherError,
    layout::{Layout, is_dense, is_inside},
    show::show,
};

/// Borrowed elements with a shape of `R` dimensions.
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
/// Most views are dense: their elements lie in row-major order without gaps. Strided views
/// ([`View::from_strides`], [`View::transpose`] and others) are gathered from as they lie.
///
/// Invariant 1: without strides, `elements.len()` is the number of elements of `shape` and `offset` is 0.
/// Invariant 2: with strides, every position they lead to is inside `elements`, and they are not dense.
pub struct View<'a, T, const R: usize> {
    elements: &'a [T],
    shape: [usize; R],
    strides: Option<[isize; R]>,
    offset: usize,
}

/// Borrowed elements with a shape of any number of dimensions.
///
/// ```
/// use gather_core::{GatherError, View, ViewDyn};
/// let view = ViewDyn::new(&[1, 2, 3, 4, 5, 6], &[2, 3])?;
/// assert_eq!((view.rank(), view.len()), (2, 6));
///
/// let typed: View<'_, i32, 2> = view.try_into()?;
/// assert_eq!(ViewDyn::from(&typed), view);
/// assert_eq!(View::<i32, 3>::try_from(view).unwrap_err().to_string(), "expected rank 3, found 2");
/// # Ok::<(), GatherError>(())
/// ```
///
/// Invariants as for [`View`].
pub struct ViewDyn<'a, T> {
    elements: &'a [T],
    shape: &'a [usize],
    strides: Option<&'a [isize]>,
    offset: usize,
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
    let mut product = 1_usize;
    let overflows = |(_, size): &(usize, &usize)| match product.checked_mul(**size) {
        Some(fitting) => {
            product = fitting;
            false
        }
        None => true,
    };
    let (axis, size) = shape.iter().enumerate().find(overflows).unwrap_or((0, &0));
    GatherError::ShapeOverflow { axis, size: *size }
}

/// What is left of the slice if the strides turn out to be dense; `None` if they are not.
pub(crate) fn dense_part<'a, T>(
    elements: &'a [T],
    offset: usize,
    shape: &[usize],
    strides: &[isize],
) -> Result<Option<&'a [T]>, GatherError> {
    let Some(count) = gather_spec::elements(shape) else {
        return Err(overflow(shape));
    };
    if !is_inside(elements.len(), offset, shape, strides) {
        return Err(GatherError::StridesOutside {
            offset,
            found: elements.len(),
        });
    }
    if !is_dense(shape, strides) {
        return Ok(None);
    }
    Ok(elements.get(offset..).and_then(|rest| rest.get(..count)))
}

impl<'a, T, const R: usize> View<'a, T, R> {
    /// A dense view of `elements`, whose number must be that of the shape.
    ///
    /// # Errors
    ///
    /// [`GatherError::SliceLength`] or [`GatherError::ShapeOverflow`].
    pub fn new(elements: &'a [T], shape: [usize; R]) -> Result<Self, GatherError> {
        check_length(elements.len(), &shape)?;
        Ok(Self::agreed(elements, shape))
    }

    /// A view whose first element is at `offset` of the slice, and whose axes move by `strides` elements,
    /// which may be negative or 0.
    ///
    /// # Errors
    ///
    /// [`GatherError::StridesOutside`] if some element would be outside the slice;
    /// [`GatherError::ShapeOverflow`].
    ///
    /// ```
    /// use gather_core::{GatherError, View};
    /// let numbers = [0, 1, 2, 3, 4, 5];
    /// let columns = View::from_strides(&numbers, 0, [3, 2], [1, 3])?;
    /// assert_eq!(columns, View::from(&[[0, 3], [1, 4], [2, 5]]));
    /// let backwards = View::from_strides(&numbers, 5, [6], [-1])?;
    /// assert_eq!(backwards, View::from(&[5, 4, 3, 2, 1, 0]));
    /// assert_eq!(
    ///     View::from_strides(&numbers, 0, [3], [-1]).unwrap_err().to_string(),
    ///     "strides and offset (0) must stay inside the slice, which has 6 elements"
    /// );
    /// # Ok::<(), GatherError>(())
    /// ```
    pub fn from_strides(
        elements: &'a [T],
        offset: usize,
        shape: [usize; R],
        strides: [isize; R],
    ) -> Result<Self, GatherError> {
        Ok(match dense_part(elements, offset, &shape, &strides)? {
            Some(dense) => Self::agreed(dense, shape),
            None => Self {
                elements,
                shape,
                strides: Some(strides),
                offset,
            },
        })
    }

    /// A dense view whose agreement the caller has established: invariant 1.
    pub(crate) const fn agreed(elements: &'a [T], shape: [usize; R]) -> Self {
        Self {
            elements,
            shape,
            strides: None,
            offset: 0,
        }
    }

    /// The sizes, outermost first.
    #[must_use]
    pub const fn shape(&self) -> &[usize; R] {
        &self.shape
    }

    /// Elements per step of each axis.
    ///
    /// ```
    /// use gather_core::View;
    /// assert_eq!(View::<_, 2>::from(&[[1, 2, 3], [4, 5, 6]]).strides(), [3, 1]);
    /// ```
    #[must_use]
    pub fn strides(&self) -> [isize; R] {
        if let Some(strides) = self.strides {
            return strides;
        }
        let mut walk = self.layout().inwards_out();
        let mut strides = [0; R];
        for axis in (0..R).rev() {
            strides[axis] = walk.next(axis, self.shape[axis]).cast_signed();
        }
        strides
    }

    /// The elements in row-major order, if that is how they lie.
    #[must_use]
    pub const fn as_slice(&self) -> Option<&'a [T]> {
        match self.strides {
            None => Some(self.elements),
            Some(_) => None,
        }
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
    #[inline]
    #[must_use]
    pub fn as_dyn(&self) -> ViewDyn<'_, T> {
        ViewDyn {
            elements: self.elements,
            shape: &self.shape,
            strides: self.strides.as_ref().map(<[isize; R]>::as_slice),
            offset: self.offset,
        }
    }

    /// The slice that the view is in.
    #[cfg(feature = "macros")]
    pub(crate) const fn storage(&self) -> &'a [T] {
        self.elements
    }

    pub(crate) fn layout(&self) -> Layout<'_> {
        Layout {
            shape: &self.shape,
            strides: self.strides.as_ref().map(<[isize; R]>::as_slice),
            offset: self.offset,
        }
    }

    #[cfg(feature = "macros")]
    pub(crate) const fn is_strided(&self) -> bool {
        self.strides.is_some()
    }

    /// The parts that a change of shape works on: slice, offset and strides.
    pub(crate) fn parts(&self) -> (&'a [T], usize, [isize; R]) {
        (self.elements, self.offset, self.strides())
    }
}

impl<'a, T> ViewDyn<'a, T> {
    /// A dense view of `elements`, whose number must be that of the shape.
    ///
    /// # Errors
    ///
    /// [`GatherError::SliceLength`] or [`GatherError::ShapeOverflow`].
    pub fn new(elements: &'a [T], shape: &'a [usize]) -> Result<Self, GatherError> {
        check_length(elements.len(), shape)?;
        Ok(Self::agreed(elements, shape))
    }

    /// A view whose first element is at `offset` of the slice, and whose axes move by `strides` elements,
    /// which may be negative or 0.
    ///
    /// # Errors
    ///
    /// [`GatherError::StridesOutside`] if some element would be outside the slice;
    /// [`GatherError::Rank`] if there are not as many strides as sizes; [`GatherError::ShapeOverflow`].
    ///
    /// ```
    /// use gather_core::{GatherError, ViewDyn, gather_dyn};
    /// // Every second number, from the last to the first.
    /// let numbers = [0, 1, 2, 3, 4, 5];
    /// let odd = ViewDyn::from_strides(&numbers, 5, &[3], &[-2])?;
    /// let out = gather_dyn(odd, ViewDyn::new(&[0_u8, 2], &[2])?, 0, 0)?;
    /// assert_eq!(out.as_slice(), [5, 1]);
    /// # Ok::<(), GatherError>(())
    /// ```
    pub fn from_strides(
        elements: &'a [T],
        offset: usize,
        shape: &'a [usize],
        strides: &'a [isize],
    ) -> Result<Self, GatherError> {
        let (expected, found) = (shape.len(), strides.len());
        if expected != found {
            return Err(GatherError::Rank { expected, found });
        }
        Ok(match dense_part(elements, offset, shape, strides)? {
            Some(dense) => Self::agreed(dense, shape),
            None => Self {
                elements,
                shape,
                strides: Some(strides),
                offset,
            },
        })
    }

    /// A dense view whose agreement the caller has established: invariant 1.
    pub(crate) const fn agreed(elements: &'a [T], shape: &'a [usize]) -> Self {
        Self {
            elements,
            shape,
            strides: None,
            offset: 0,
        }
    }

    /// A view whose invariants the caller has established.
    #[cfg(feature = "alloc")]
    pub(crate) const fn laid(elements: &'a [T], layout: Layout<'a>) -> Self {
        Self {
            elements,
            shape: layout.shape,
            strides: layout.strides,
            offset: layout.offset,
        }
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

    /// Number of elements.
    #[must_use]
    pub fn len(&self) -> usize {
        elements(self.shape).unwrap_or(0)
    }

    /// Whether there are no elements.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.shape.contains(&0)
    }

    /// The elements in row-major order, if that is how they lie.
    #[must_use]
    pub const fn as_slice(&self) -> Option<&'a [T]> {
        match self.strides {
            None => Some(self.elements),
            Some(_) => None,
        }
    }

    /// The elements in row-major order, however they lie.
    ///
    /// ```
    /// use gather_core::View;
    /// let columns = View::<_, 2>::from(&[[1, 2], [3, 4]]).transpose();
    /// assert!(columns.as_dyn().iter().eq(&[1, 3, 2, 4]));
    /// ```
    pub fn iter(&self) -> impl Iterator<Item = &'a T> + use<'a, T> {
        let view = *self;
        (0..view.len()).filter_map(move |flat| view.elements.get(view.layout().position(flat)))
    }

    /// The element at these coordinates.
    ///
    /// ```
    /// use gather_core::View;
    /// let view = View::<_, 2>::from(&[[1, 2], [3, 4]]);
    /// assert_eq!((view.as_dyn().get(&[1, 0]), view.as_dyn().get(&[0, 2])), (Some(&3), None));
    /// ```
    #[must_use]
    pub fn get(&self, coordinates: &[usize]) -> Option<&'a T> {
        let inside = |(at, size): (&usize, &usize)| at < size;
        if coordinates.len() != self.rank() || !coordinates.iter().zip(self.shape).all(inside) {
            return None;
        }
        self.elements.get(self.layout().position_of(coordinates))
    }

    /// The slice that the view is in.
    pub(crate) const fn storage(&self) -> &'a [T] {
        self.elements
    }

    pub(crate) const fn layout(&self) -> Layout<'a> {
        Layout {
            shape: self.shape,
            strides: self.strides,
            offset: self.offset,
        }
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

/// Equal shapes and equal elements, however they lie.
impl<T: PartialEq> PartialEq for ViewDyn<'_, T> {
    fn eq(&self, other: &Self) -> bool {
        self.shape == other.shape
            && match (self.as_slice(), other.as_slice()) {
                (Some(ours), Some(others)) => ours == others,
                _ => self.iter().eq(other.iter()),
            }
    }
}

impl<T: Eq> Eq for ViewDyn<'_, T> {}

impl<T: PartialEq, const R: usize> PartialEq for View<'_, T, R> {
    fn eq(&self, other: &Self) -> bool {
        self.as_dyn() == other.as_dyn()
    }
}

impl<T: Eq, const R: usize> Eq for View<'_, T, R> {}

impl<'a, T, const R: usize> From<&'a View<'_, T, R>> for ViewDyn<'a, T> {
    fn from(view: &'a View<'_, T, R>) -> Self {
        view.as_dyn()
    }
}

impl<'a, T, const R: usize> TryFrom<ViewDyn<'a, T>> for View<'a, T, R> {
    type Error = GatherError;

    #[inline]
    fn try_from(view: ViewDyn<'a, T>) -> Result<Self, GatherError> {
        let strides = view.strides.map(<[isize; R]>::try_from).transpose();
        match (view.shape.try_into(), strides) {
            (Ok(shape), Ok(strides)) => Ok(Self {
                elements: view.elements,
                shape,
                strides,
                offset: view.offset,
            }),
            _ => Err(GatherError::Rank {
                expected: R,
                found: view.rank(),
            }),
        }
    }
}

impl<T: fmt::Debug, const R: usize> fmt::Debug for View<'_, T, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        show(f, "View", self.as_dyn())
    }
}

impl<T: fmt::Debug> fmt::Debug for ViewDyn<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        show(f, "ViewDyn", *self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_zero_makes_any_shape_empty_and_an_overflow_names_its_dimension() {
        let huge = usize::MAX;
        let empty = View::<u8, 3>::new(&[], [huge, huge, 0]);
        assert_eq!(empty.map(|view| view.as_dyn().len()), Ok(0));
        assert_eq!(
            View::new(&[0_u8], [2, huge, 3]),
            Err(GatherError::ShapeOverflow {
                axis: 1,
                size: huge
            })
        );
    }

    #[test]
    fn strides_that_are_dense_are_no_strides() {
        let numbers = [0, 1, 2, 3, 4, 5];
        let view = View::from_strides(&numbers, 2, [2, 1, 2], [2, 77, 1]).unwrap();
        assert_eq!(view.as_slice(), Some(&numbers[2..]));
        let view = ViewDyn::from_strides(&numbers, 2, &[2, 2], &[1, 2]).unwrap();
        assert_eq!(view.as_slice(), None);
        let too_few = ViewDyn::from_strides(&numbers, 0, &[2, 2], &[1]);
        assert_eq!(
            too_few,
            Err(GatherError::Rank {
                expected: 2,
                found: 1
            })
        );
    }
}
