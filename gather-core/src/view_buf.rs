//! Views of any rank that hold their own shape and strides: what turning a [`ViewDyn`] gives.
//!
//! A `ViewDyn` borrows its shape and strides, so it cannot make new ones. A [`View`](crate::View) holds them
//! in arrays; a [`ViewBuf`] holds them in vectors. Elements are borrowed by all three and copied by none.

use alloc::{vec, vec::Vec};
use core::{fmt, ops::Range};

use crate::{
    error::GatherError,
    layout::Layout,
    reshape::{check_permutation, cut, repeat},
    show::show,
    view::{ViewDyn, dense_part},
};

/// Borrowed elements, and a shape of any number of dimensions that is the view's own.
///
/// ```
/// use gather_core::{GatherError, ViewDyn, gather_dyn};
/// let rows = ViewDyn::new(&[1, 2, 3, 4, 5, 6], &[2, 3])?;
///
/// // The columns, from the last to the first.
/// let columns = rows.transpose().slice_axis(0, 0..3, -1)?;
/// assert_eq!(columns.as_dyn().shape(), [3, 2]);
///
/// let out = gather_dyn(columns.as_dyn(), ViewDyn::new(&[0_u8, 2], &[2])?, 0, 0)?;
/// assert_eq!(out.as_slice(), [3, 6, 1, 4]);
/// # Ok::<(), GatherError>(())
/// ```
///
/// Invariants as for [`View`](crate::View).
pub struct ViewBuf<'a, T> {
    elements: &'a [T],
    shape: Vec<usize>,
    strides: Option<Vec<isize>>,
    offset: usize,
}

impl<'a, T> ViewBuf<'a, T> {
    /// A view whose first element is at `offset` of the slice, and whose axes move by `strides` elements,
    /// of which there are as many as sizes.
    pub(crate) fn from_strides(
        elements: &'a [T],
        offset: usize,
        shape: Vec<usize>,
        strides: Vec<isize>,
    ) -> Result<Self, GatherError> {
        Ok(match dense_part(elements, offset, &shape, &strides)? {
            Some(dense) => Self {
                elements: dense,
                shape,
                strides: None,
                offset: 0,
            },
            None => Self {
                elements,
                shape,
                strides: Some(strides),
                offset,
            },
        })
    }

    /// Borrows it as what the calls take.
    #[must_use]
    pub fn as_dyn(&self) -> ViewDyn<'_, T> {
        ViewDyn::laid(self.elements, self.layout())
    }

    /// The sizes, outermost first.
    #[must_use]
    pub fn shape(&self) -> &[usize] {
        &self.shape
    }

    fn layout(&self) -> Layout<'_> {
        Layout {
            shape: &self.shape,
            strides: self.strides.as_deref(),
            offset: self.offset,
        }
    }

    fn strides(&self) -> Vec<isize> {
        strides(self.layout())
    }

    /// The axes in the opposite order; see [`View::transpose`](crate::View::transpose).
    #[must_use]
    pub fn transpose(&self) -> Self {
        let (mut shape, mut strides) = (self.shape.clone(), self.strides());
        shape.reverse();
        strides.reverse();
        // The same positions in another order are inside the slice as before.
        Self::from_strides(self.elements, self.offset, shape, strides)
            .unwrap_or_else(|_| self.clone())
    }

    /// The axes in the order given; see [`View::permute`](crate::View::permute).
    ///
    /// # Errors
    ///
    /// [`GatherError::Permutation`] if an axis is repeated or not there; [`GatherError::Rank`] if there
    /// are not as many axes as dimensions.
    pub fn permute(&self, axes: &[usize]) -> Result<Self, GatherError> {
        let (expected, found) = (self.shape.len(), axes.len());
        if expected != found {
            return Err(GatherError::Rank { expected, found });
        }
        check_permutation(axes, expected)?;
        let strides = self.strides();
        let shape = axes.iter().map(|axis| self.shape[*axis]).collect();
        let strides = axes.iter().map(|axis| strides[*axis]).collect();
        Self::from_strides(self.elements, self.offset, shape, strides)
    }

    /// A part of one axis; see [`View::slice_axis`](crate::View::slice_axis).
    ///
    /// # Errors
    ///
    /// [`GatherError::AxisRange`] if there is no such axis, the range is not within it, or the step is 0.
    pub fn slice_axis(
        &self,
        axis: usize,
        range: Range<usize>,
        step: isize,
    ) -> Result<Self, GatherError> {
        let (mut shape, mut strides) = (self.shape.clone(), self.strides());
        let moved = cut(&mut shape, &mut strides, axis, range, step)?;
        let offset = self.offset.wrapping_add(moved);
        Self::from_strides(self.elements, offset, shape, strides)
    }

    /// Repeated to another shape, as NumPy broadcasts; see
    /// [`View::broadcast_to`](crate::View::broadcast_to).
    ///
    /// # Errors
    ///
    /// [`GatherError::Broadcast`] if an axis that is not 1 would change its size; [`GatherError::Rank`] if
    /// axes would be lost; [`GatherError::ShapeOverflow`].
    pub fn broadcast_to(&self, shape: &[usize]) -> Result<Self, GatherError> {
        let mut strides = vec![0; shape.len()];
        repeat(&self.shape, &self.strides(), shape, &mut strides)?;
        Self::from_strides(self.elements, self.offset, shape.to_vec(), strides)
    }
}

/// The strides of a layout, those of row-major order if it has none of its own.
fn strides(layout: Layout<'_>) -> Vec<isize> {
    let mut walk = layout.inwards_out();
    let mut strides = vec![0; layout.shape.len()];
    let axes = layout.shape.iter().zip(&mut strides).enumerate().rev();
    for (axis, (size, stride)) in axes {
        *stride = walk.next(axis, *size).cast_signed();
    }
    strides
}

/// Turning, cutting and repeating. Each gives a [`ViewBuf`], which the calls take by
/// [`as_dyn`](ViewBuf::as_dyn).
impl<'a, T> ViewDyn<'a, T> {
    /// Elements per step of each axis.
    ///
    /// ```
    /// use gather_core::ViewDyn;
    /// assert_eq!(ViewDyn::new(&[1, 2, 3, 4, 5, 6], &[2, 3])?.strides(), [3, 1]);
    /// # Ok::<(), gather_core::GatherError>(())
    /// ```
    #[must_use]
    pub fn strides(&self) -> Vec<isize> {
        strides(self.layout())
    }

    /// The axes in the opposite order.
    ///
    /// ```
    /// use gather_core::{GatherError, ViewDyn};
    /// let rows = ViewDyn::new(&[1, 2, 3, 4, 5, 6], &[2, 3])?;
    /// assert!(rows.transpose().as_dyn().iter().eq(&[1, 4, 2, 5, 3, 6]));
    /// # Ok::<(), GatherError>(())
    /// ```
    #[must_use]
    pub fn transpose(&self) -> ViewBuf<'a, T> {
        ViewBuf::from(*self).transpose()
    }

    /// The axes in the order given: axis `n` of the result is axis `axes[n]` of this view.
    ///
    /// # Errors
    ///
    /// As [`ViewBuf::permute`].
    ///
    /// ```
    /// use gather_core::{GatherError, ViewDyn};
    /// let view = ViewDyn::new(&[1, 2, 3, 4, 5, 6], &[1, 3, 2])?;
    /// let turned = view.permute(&[2, 0, 1])?;
    /// assert_eq!(turned.shape(), [2, 1, 3]);
    /// assert!(turned.as_dyn().iter().eq(&[1, 3, 5, 2, 4, 6]));
    /// # Ok::<(), GatherError>(())
    /// ```
    pub fn permute(&self, axes: &[usize]) -> Result<ViewBuf<'a, T>, GatherError> {
        ViewBuf::from(*self).permute(axes)
    }

    /// A part of one axis: the positions of `range`, every `step`-th of them; a negative step takes them
    /// from the last to the first.
    ///
    /// # Errors
    ///
    /// As [`ViewBuf::slice_axis`].
    ///
    /// ```
    /// use gather_core::{GatherError, ViewDyn};
    /// let view = ViewDyn::new(&[0, 1, 2, 3, 4, 5, 6], &[7])?;
    /// assert!(view.slice_axis(0, 1..6, -2)?.as_dyn().iter().eq(&[5, 3, 1]));
    /// # Ok::<(), GatherError>(())
    /// ```
    pub fn slice_axis(
        &self,
        axis: usize,
        range: Range<usize>,
        step: isize,
    ) -> Result<ViewBuf<'a, T>, GatherError> {
        ViewBuf::from(*self).slice_axis(axis, range, step)
    }

    /// Repeated to another shape, as NumPy broadcasts.
    ///
    /// # Errors
    ///
    /// As [`ViewBuf::broadcast_to`].
    ///
    /// ```
    /// use gather_core::{GatherError, ViewDyn};
    /// let row = ViewDyn::new(&[1, 2, 3], &[3])?;
    /// assert!(row.broadcast_to(&[2, 3])?.as_dyn().iter().eq(&[1, 2, 3, 1, 2, 3]));
    /// # Ok::<(), GatherError>(())
    /// ```
    pub fn broadcast_to(&self, shape: &[usize]) -> Result<ViewBuf<'a, T>, GatherError> {
        ViewBuf::from(*self).broadcast_to(shape)
    }
}

impl<'a, T> From<ViewDyn<'a, T>> for ViewBuf<'a, T> {
    fn from(view: ViewDyn<'a, T>) -> Self {
        let layout = view.layout();
        Self {
            elements: view.storage(),
            shape: layout.shape.to_vec(),
            strides: layout.strides.map(<[isize]>::to_vec),
            offset: layout.offset,
        }
    }
}

impl<'a, T> From<&'a ViewBuf<'_, T>> for ViewDyn<'a, T> {
    fn from(view: &'a ViewBuf<'_, T>) -> Self {
        view.as_dyn()
    }
}

impl<T> Clone for ViewBuf<'_, T> {
    fn clone(&self) -> Self {
        Self {
            elements: self.elements,
            shape: self.shape.clone(),
            strides: self.strides.clone(),
            offset: self.offset,
        }
    }
}

/// Equal shapes and equal elements, however they lie.
impl<T: PartialEq> PartialEq for ViewBuf<'_, T> {
    fn eq(&self, other: &Self) -> bool {
        self.as_dyn() == other.as_dyn()
    }
}

impl<T: Eq> Eq for ViewBuf<'_, T> {}

impl<T: fmt::Debug> fmt::Debug for ViewBuf<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        show(f, "ViewBuf", self.as_dyn())
    }
}
