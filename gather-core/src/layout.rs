//! Where the elements of a view lie in its slice.

use crate::nest::size;

/// A shape with strides and an offset, borrowed. Without strides the elements lie in row-major order
/// without gaps, from the beginning of the slice.
///
/// Invariant 1: every position that the shape, strides and offset lead to is inside the slice.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Layout<'a> {
    pub(crate) shape: &'a [usize],
    /// Elements per step of each axis; `None` for row-major order without gaps.
    pub(crate) strides: Option<&'a [isize]>,
    /// Where the first element lies.
    pub(crate) offset: usize,
}

impl<'a> Layout<'a> {
    /// Row-major order without gaps.
    pub(crate) const fn dense(shape: &'a [usize]) -> Self {
        Self {
            shape,
            strides: None,
            offset: 0,
        }
    }

    /// Where element number `flat`, in row-major order, lies. Divides.
    pub(crate) fn position(&self, flat: usize) -> usize {
        let Some(strides) = self.strides else {
            return flat;
        };
        let (mut rest, mut position) = (flat, self.offset);
        for (size, stride) in self.shape.iter().zip(strides).rev() {
            let at = rest % (*size).max(1);
            rest /= (*size).max(1);
            position = position.wrapping_add(at.wrapping_mul(stride.cast_unsigned()));
        }
        position
    }

    /// Where the element at these coordinates lies.
    pub(crate) fn position_of(&self, coordinates: &[usize]) -> usize {
        let mut walk = self.inwards_out();
        let axes = self.shape.iter().zip(coordinates).enumerate().rev();
        axes.fold(self.offset, |position, (axis, (size, at))| {
            position.wrapping_add(at.wrapping_mul(walk.next(axis, *size)))
        })
    }

    /// The elements without repetitions: axes that do not move are taken once. The last axis is kept whole
    /// if `keep_last`. With them, how many there are.
    pub(crate) fn distinct(&self, keep_last: bool) -> (usize, Distinct<'a>) {
        let distinct = Distinct {
            layout: *self,
            keep_last,
        };
        let sizes = (0..self.shape.len()).map(|axis| distinct.size(axis));
        let count = sizes.fold(1_usize, usize::saturating_mul);
        let empty = self.shape.contains(&0);
        (if empty { 0 } else { count }, distinct)
    }

    /// Strides from the innermost axis outwards.
    pub(crate) const fn inwards_out(&self) -> Walk<'a> {
        Walk {
            strides: self.strides,
            running: 1,
        }
    }
}

/// The elements of a layout without repetitions, in row-major order.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Distinct<'a> {
    layout: Layout<'a>,
    keep_last: bool,
}

/// Where an element lies in the slice, and its number in the tensor.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Found {
    pub(crate) position: usize,
    pub(crate) flat: usize,
}

impl Distinct<'_> {
    /// How many positions of an axis are looked at.
    fn size(&self, axis: usize) -> usize {
        let is_last = axis + 1 == self.layout.shape.len();
        match self.layout.strides {
            Some(strides) if strides.get(axis) == Some(&0) && !(is_last && self.keep_last) => 1,
            _ => size(self.layout.shape, axis),
        }
    }

    /// The first element that is the `n`-th without repetitions. Divides.
    pub(crate) fn place(&self, n: usize) -> Found {
        let mut walk = self.layout.inwards_out();
        let (mut rest, mut running) = (n, 1_usize);
        let mut found = Found {
            position: self.layout.offset,
            flat: 0,
        };
        for axis in (0..self.layout.shape.len()).rev() {
            let (size, counted) = (size(self.layout.shape, axis), self.size(axis).max(1));
            let at = rest % counted;
            rest /= counted;
            found.flat = found.flat.wrapping_add(at.wrapping_mul(running));
            running = running.wrapping_mul(size);
            let step = at.wrapping_mul(walk.next(axis, size));
            found.position = found.position.wrapping_add(step);
        }
        found
    }
}

/// Tells the stride of one axis after the other, from the innermost outwards.
///
/// A stride is a `usize` that may stand for a negative number: positions are added modulo 2^64, which is
/// exact for every position inside the slice.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Walk<'a> {
    strides: Option<&'a [isize]>,
    running: usize,
}

impl Walk<'_> {
    /// The stride of the next axis, which has this size.
    #[inline]
    pub(crate) fn next(&mut self, axis: usize, size: usize) -> usize {
        let stride = match self.strides {
            Some(strides) => strides.get(axis).copied().unwrap_or(0).cast_unsigned(),
            None => self.running,
        };
        self.running = self.running.wrapping_mul(size);
        stride
    }
}

/// Whether every position of a strided shape is inside a slice of this length.
pub(crate) fn is_inside(len: usize, offset: usize, shape: &[usize], strides: &[isize]) -> bool {
    if shape.contains(&0) {
        return offset <= len;
    }
    let (mut first, mut last) = (offset as i128, offset as i128);
    for (size, stride) in shape.iter().zip(strides) {
        let Some(reach) = (*size as i128 - 1).checked_mul(*stride as i128) else {
            return false;
        };
        let (down, up) = (reach.min(0), reach.max(0));
        match (first.checked_add(down), last.checked_add(up)) {
            (Some(lower), Some(upper)) => (first, last) = (lower, upper),
            _ => return false,
        }
    }
    first >= 0 && last < len as i128
}

/// Whether these strides are row-major order without gaps. Axes of size 1 may have any stride.
pub(crate) fn is_dense(shape: &[usize], strides: &[isize]) -> bool {
    if shape.contains(&0) {
        return true;
    }
    let mut running = 1_usize;
    for (size, stride) in shape.iter().zip(strides).rev() {
        if *size != 1 && stride.cast_unsigned() != running {
            return false;
        }
        running = running.wrapping_mul(*size);
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strides_are_held_against_the_slice() {
        assert!(is_inside(6, 0, &[2, 3], &[3, 1]), "dense");
        assert!(is_inside(6, 5, &[2, 3], &[-3, -1]), "reversed");
        assert!(is_inside(1, 0, &[1000, 1000], &[0, 0]), "repeated");
        assert!(!is_inside(6, 1, &[2, 3], &[3, 1]), "one too far");
        assert!(!is_inside(6, 4, &[2, 3], &[-3, -1]), "one before the first");
        assert!(
            is_inside(0, 0, &[usize::MAX, 0], &[isize::MAX, 1]),
            "nothing there"
        );
        assert!(!is_inside(0, 1, &[0], &[1]), "an offset beyond the end");
        assert!(
            !is_inside(9, 0, &[usize::MAX, usize::MAX], &[isize::MAX, isize::MAX]),
            "far away"
        );
    }

    #[test]
    fn axes_of_size_one_may_have_any_stride() {
        assert!(is_dense(&[2, 1, 3], &[3, 99, 1]), "row-major");
        assert!(!is_dense(&[2, 3], &[1, 2]), "column-major");
        assert!(is_dense(&[], &[]), "a scalar");
    }
}
