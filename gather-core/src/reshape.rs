//! Views of the same elements in another order: transposed, permuted, sliced, repeated. Nothing is copied.

use core::ops::Range;

use crate::{error::GatherError, view::View};

/// Whether each of `rank` axes is named once.
pub(crate) fn check_permutation(axes: &[usize], rank: usize) -> Result<(), GatherError> {
    let wrong = |(position, axis): &(usize, &usize)| {
        **axis >= rank || axes.iter().take(*position).any(|earlier| earlier == *axis)
    };
    match axes.iter().enumerate().find(wrong) {
        None => Ok(()),
        Some((position, found)) => Err(GatherError::Permutation {
            rank,
            position,
            found: *found,
        }),
    }
}

/// Cuts one axis of a shape with strides, and returns by how much the first element moves. Positions are
/// added modulo 2^64, which is exact for every position inside the slice.
pub(crate) fn cut(
    shape: &mut [usize],
    strides: &mut [isize],
    axis: usize,
    Range { start, end }: Range<usize>,
    step: isize,
) -> Result<usize, GatherError> {
    let size = shape.get(axis).copied().unwrap_or(0);
    if axis >= shape.len() || start > end || end > size || step == 0 {
        return Err(GatherError::AxisRange {
            axis,
            size,
            rank: shape.len(),
            start,
            end,
            step,
        });
    }
    shape[axis] = (end - start).div_ceil(step.unsigned_abs());
    // Without elements there is no first one, and the slice may be too short for its place.
    let first = match step {
        _ if shape.contains(&0) => 0,
        ..0 => end - 1,
        _ => start,
    };
    let moved = first.wrapping_mul(strides[axis].cast_unsigned());
    strides[axis] = strides[axis].saturating_mul(step);
    Ok(moved)
}

/// Writes the strides of a shape that is repeated to another; `strides` has a 0 for each axis of `to`.
pub(crate) fn repeat(
    shape: &[usize],
    own: &[isize],
    to: &[usize],
    strides: &mut [isize],
) -> Result<(), GatherError> {
    let (expected, found) = (shape.len(), to.len());
    let Some(new) = found.checked_sub(expected) else {
        return Err(GatherError::Rank { expected, found });
    };
    let targets = to.iter().zip(strides).skip(new);
    for (axis, ((from, stride), (to, target))) in shape.iter().zip(own).zip(targets).enumerate() {
        if from == to {
            *target = *stride;
        } else if *from != 1 {
            return Err(GatherError::Broadcast {
                axis,
                from: *from,
                to: *to,
            });
        }
    }
    Ok(())
}

impl<'a, T, const R: usize> View<'a, T, R> {
    /// The axes in the opposite order.
    ///
    /// ```
    /// use gather_core::View;
    /// let rows = View::<_, 2>::from(&[[1, 2, 3], [4, 5, 6]]);
    /// assert_eq!(rows.transpose(), View::from(&[[1, 4], [2, 5], [3, 6]]));
    /// ```
    #[must_use]
    pub fn transpose(&self) -> Self {
        let (elements, offset, strides) = self.parts();
        let reversed = |n: usize| R - 1 - n;
        let shape = core::array::from_fn(|n| self.shape()[reversed(n)]);
        let strides = core::array::from_fn(|n| strides[reversed(n)]);
        // The same positions in another order are inside the slice as before.
        Self::from_strides(elements, offset, shape, strides).unwrap_or(*self)
    }

    /// The axes in the order given: axis `n` of the result is axis `axes[n]` of this view.
    ///
    /// # Errors
    ///
    /// [`GatherError::Permutation`] if an axis is missing, repeated or not there.
    ///
    /// ```
    /// use gather_core::{GatherError, View};
    /// let view = View::<_, 3>::from(&[[[1, 2], [3, 4], [5, 6]]]);
    /// assert_eq!(view.permute([2, 0, 1])?, View::from(&[[[1, 3, 5]], [[2, 4, 6]]]));
    /// assert_eq!(
    ///     view.permute([0, 0, 1]).unwrap_err().to_string(),
    ///     "a permutation must name each of the 3 axes once, found 0 at position 1"
    /// );
    /// # Ok::<(), GatherError>(())
    /// ```
    pub fn permute(&self, axes: [usize; R]) -> Result<Self, GatherError> {
        check_permutation(&axes, R)?;
        let (elements, offset, strides) = self.parts();
        let shape = axes.map(|axis| self.shape()[axis]);
        let strides = axes.map(|axis| strides[axis]);
        Self::from_strides(elements, offset, shape, strides)
    }

    /// A part of one axis: the positions of `range`, every `step`-th of them; a negative step takes them
    /// from the last to the first.
    ///
    /// # Errors
    ///
    /// [`GatherError::AxisRange`] if there is no such axis, the range is not within it, or the step is 0.
    ///
    /// ```
    /// use gather_core::{GatherError, View};
    /// let view = View::<_, 1>::from(&[0, 1, 2, 3, 4, 5, 6]);
    /// assert_eq!(view.slice_axis(0, 1..6, 2)?, View::from(&[1, 3, 5]));
    /// assert_eq!(view.slice_axis(0, 1..6, -2)?, View::from(&[5, 3, 1]));
    /// assert_eq!(
    ///     view.slice_axis(0, 5..8, 1).unwrap_err().to_string(),
    ///     "the positions must be within axis 0 of size 7, found 5..8"
    /// );
    /// # Ok::<(), GatherError>(())
    /// ```
    pub fn slice_axis(
        &self,
        axis: usize,
        range: Range<usize>,
        step: isize,
    ) -> Result<Self, GatherError> {
        let (elements, offset, mut strides) = self.parts();
        let mut shape = *self.shape();
        let moved = cut(&mut shape, &mut strides, axis, range, step)?;
        Self::from_strides(elements, offset.wrapping_add(moved), shape, strides)
    }

    /// Repeated to another shape, as NumPy broadcasts: axes are matched from the last on, an axis of size 1
    /// takes any size, and new axes come in front.
    ///
    /// # Errors
    ///
    /// [`GatherError::Broadcast`] if an axis that is not 1 would change its size; [`GatherError::Rank`] if
    /// axes would be lost; [`GatherError::ShapeOverflow`].
    ///
    /// ```
    /// use gather_core::{GatherError, View};
    /// let row = View::<_, 2>::from(&[[1, 2, 3]]);
    /// assert_eq!(row.broadcast_to([2, 3])?, View::from(&[[1, 2, 3], [1, 2, 3]]));
    /// assert_eq!(
    ///     row.broadcast_to([2, 4]).unwrap_err().to_string(),
    ///     "axis 1 of size 3 cannot be repeated to size 4"
    /// );
    /// # Ok::<(), GatherError>(())
    /// ```
    pub fn broadcast_to<const N: usize>(
        &self,
        shape: [usize; N],
    ) -> Result<View<'a, T, N>, GatherError> {
        let (elements, offset, own) = self.parts();
        let mut strides = [0; N];
        repeat(self.shape(), &own, &shape, &mut strides)?;
        View::from_strides(elements, offset, shape, strides)
    }
}
