//! Owned tensors: what a gather returns.

use alloc::vec::Vec;
use core::fmt;

use crate::{
    error::GatherError,
    show::show,
    sizes::Sizes,
    view::{View, ViewDyn, check_length},
};

/// Owned elements in row-major order with a shape of `R` dimensions.
///
/// ```
/// use gather_core::{GatherError, Tensor, TensorDyn};
/// let tensor = Tensor::new(vec![1, 2, 3, 4], [2, 2])?;
/// assert_eq!(format!("{tensor:?}"), "Tensor[2, 2] [[1, 2], [3, 4]]");
///
/// let forgotten = TensorDyn::from(tensor.clone());
/// assert_eq!(Tensor::try_from(forgotten)?, tensor);
/// assert_eq!(tensor.into_vec(), [1, 2, 3, 4]);
/// # Ok::<(), GatherError>(())
/// ```
///
/// Invariant 1: `elements.len()` is the number of elements of `shape`.
#[derive(Clone, PartialEq, Eq)]
pub struct Tensor<T, const R: usize> {
    elements: Vec<T>,
    shape: [usize; R],
}

/// Owned elements in row-major order with a shape of any number of dimensions.
///
/// ```
/// use gather_core::{GatherError, TensorDyn};
/// let tensor = TensorDyn::new(vec!['a', 'b', 'c'], vec![3])?;
/// assert_eq!((tensor.shape(), tensor.as_slice()), (&[3][..], &['a', 'b', 'c'][..]));
/// assert_eq!(tensor.view().rank(), 1);
/// # Ok::<(), GatherError>(())
/// ```
///
/// Invariant 1: `elements.len()` is the number of elements of `shape`.
#[derive(Clone, PartialEq, Eq)]
pub struct TensorDyn<T> {
    elements: Vec<T>,
    shape: Sizes,
}

impl<T, const R: usize> Tensor<T, R> {
    /// A tensor of `elements`, whose number must be that of the shape.
    ///
    /// # Errors
    ///
    /// [`GatherError::SliceLength`] or [`GatherError::ShapeOverflow`].
    pub fn new(elements: Vec<T>, shape: [usize; R]) -> Result<Self, GatherError> {
        check_length(elements.len(), &shape)?;
        Ok(Self { elements, shape })
    }

    /// The sizes, outermost first.
    #[must_use]
    pub const fn shape(&self) -> &[usize; R] {
        &self.shape
    }

    /// The elements in row-major order.
    #[must_use]
    pub fn as_slice(&self) -> &[T] {
        &self.elements
    }

    /// The elements in row-major order, to be changed in place.
    #[must_use]
    pub fn as_mut_slice(&mut self) -> &mut [T] {
        &mut self.elements
    }

    /// The elements alone.
    #[must_use]
    pub fn into_vec(self) -> Vec<T> {
        self.elements
    }

    /// Borrows it.
    #[must_use]
    pub fn view(&self) -> View<'_, T, R> {
        View::agreed(&self.elements, self.shape)
    }
}

impl<T> TensorDyn<T> {
    /// A tensor of `elements`, whose number must be that of the shape.
    ///
    /// # Errors
    ///
    /// [`GatherError::SliceLength`] or [`GatherError::ShapeOverflow`].
    pub fn new(elements: Vec<T>, shape: Vec<usize>) -> Result<Self, GatherError> {
        check_length(elements.len(), &shape)?;
        Ok(Self::agreed(elements, shape))
    }

    /// A tensor whose agreement the caller has established: invariant 1.
    pub(crate) fn agreed(elements: Vec<T>, shape: impl Into<Sizes>) -> Self {
        Self {
            elements,
            shape: shape.into(),
        }
    }

    /// The sizes, outermost first.
    #[must_use]
    pub fn shape(&self) -> &[usize] {
        &self.shape
    }

    /// Number of dimensions.
    #[must_use]
    pub fn rank(&self) -> usize {
        self.shape.len()
    }

    /// The elements in row-major order.
    #[must_use]
    pub fn as_slice(&self) -> &[T] {
        &self.elements
    }

    /// The elements in row-major order, to be changed in place.
    #[must_use]
    pub fn as_mut_slice(&mut self) -> &mut [T] {
        &mut self.elements
    }

    /// The elements alone.
    #[must_use]
    pub fn into_vec(self) -> Vec<T> {
        self.elements
    }

    /// Borrows it.
    #[must_use]
    pub fn view(&self) -> ViewDyn<'_, T> {
        ViewDyn::agreed(&self.elements, &self.shape)
    }
}

impl<T> TensorDyn<T> {
    /// The elements and the shape.
    pub(crate) fn into_parts(self) -> (Vec<T>, Sizes) {
        (self.elements, self.shape)
    }
}

impl<'a, T, const R: usize> From<&'a Tensor<T, R>> for View<'a, T, R> {
    fn from(tensor: &'a Tensor<T, R>) -> Self {
        tensor.view()
    }
}

impl<'a, T> From<&'a TensorDyn<T>> for ViewDyn<'a, T> {
    fn from(tensor: &'a TensorDyn<T>) -> Self {
        tensor.view()
    }
}

impl<T, const R: usize> From<Tensor<T, R>> for TensorDyn<T> {
    fn from(tensor: Tensor<T, R>) -> Self {
        Self::agreed(tensor.elements, tensor.shape)
    }
}

impl<T, const R: usize> TryFrom<TensorDyn<T>> for Tensor<T, R> {
    type Error = GatherError;

    fn try_from(tensor: TensorDyn<T>) -> Result<Self, GatherError> {
        match <[usize; R]>::try_from(&*tensor.shape) {
            Ok(shape) => Ok(Self {
                elements: tensor.elements,
                shape,
            }),
            Err(_) => Err(GatherError::Rank {
                expected: R,
                found: tensor.rank(),
            }),
        }
    }
}

impl<T: fmt::Debug, const R: usize> fmt::Debug for Tensor<T, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        show(f, "Tensor", self.view().as_dyn())
    }
}

impl<T: fmt::Debug> fmt::Debug for TensorDyn<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        show(f, "TensorDyn", self.view())
    }
}
