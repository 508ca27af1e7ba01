//! The shape of an output, before there is one.

use core::fmt;

use gather_spec::Call;

#[cfg(feature = "alloc")]
use alloc::vec::Vec;

/// The shape a call's output will have. Made from the two input shapes without allocating; the number
/// of its elements is known to fit.
///
/// ```
/// use gather_core::gather_nd_output_shape;
/// let shape = gather_nd_output_shape(&[30, 2, 100, 35], &[30, 2, 3, 1], 2)?;
/// assert_eq!(shape.to_string(), "[30, 2, 3, 35]");
/// assert_eq!((shape.rank(), shape.elements()), (4, 30 * 2 * 3 * 35));
/// assert_eq!(shape.to_vec(), [30, 2, 3, 35]);
/// # Ok::<(), gather_core::GatherError>(())
/// ```
#[derive(Clone, Copy)]
pub struct OutputShape<'a> {
    /// A call that breaks no rule.
    call: Call<'a, [usize], [usize]>,
}

impl<'a> OutputShape<'a> {
    /// The output of a call that breaks no rule.
    pub(crate) fn of(call: Call<'a, [usize], [usize]>) -> Self {
        Self { call }
    }

    /// Number of dimensions.
    #[must_use]
    pub fn rank(&self) -> usize {
        self.call.output_rank().unwrap_or(0)
    }

    /// The size of one dimension.
    ///
    /// ```
    /// let shape = gather_core::gather_output_shape(&[5, 4], &[3], 0, 0)?;
    /// assert_eq!((shape.size(0), shape.size(1), shape.size(2)), (Some(3), Some(4), None));
    /// # Ok::<(), gather_core::GatherError>(())
    /// ```
    #[must_use]
    pub fn size(&self, axis: usize) -> Option<usize> {
        if axis < self.rank() {
            self.call.output_size(axis)
        } else {
            None
        }
    }

    /// Number of elements: the length that an output buffer must have.
    #[must_use]
    pub fn elements(&self) -> usize {
        self.call.output_elements().unwrap_or(0)
    }

    /// The sizes, outermost first.
    ///
    /// ```
    /// let shape = gather_core::gather_elements_output_shape(&[3, 3], &[2, 3], 0)?;
    /// assert!(shape.iter().eq([2, 3]));
    /// # Ok::<(), gather_core::GatherError>(())
    /// ```
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.rank()).map(|axis| self.call.output_size(axis).unwrap_or(0))
    }

    /// The sizes as a vector.
    #[cfg(feature = "alloc")]
    #[must_use]
    pub fn to_vec(&self) -> Vec<usize> {
        self.iter().collect()
    }
}

impl fmt::Display for OutputShape<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl fmt::Debug for OutputShape<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "OutputShape{self}")
    }
}

impl PartialEq<[usize]> for OutputShape<'_> {
    fn eq(&self, other: &[usize]) -> bool {
        self.iter().eq(other.iter().copied())
    }
}

impl<const N: usize> PartialEq<[usize; N]> for OutputShape<'_> {
    fn eq(&self, other: &[usize; N]) -> bool {
        *self == other[..]
    }
}
