//! Conversions between arrays of `ndarray` and views and tensors. Nothing is copied; an owned array whose
//! elements lie in another order has them moved.

use alloc::vec::Vec;

use ndarray::{
    Array, ArrayBase, ArrayD, ArrayRef, ArrayView, ArrayViewD, Axis, Data, Dim, Dimension,
    IntoDimension, IxDyn, ShapeBuilder,
};

use crate::{
    error::GatherError,
    tensor::{Tensor, TensorDyn},
    view::{View, ViewDyn},
    view_buf::ViewBuf,
};

/// The elements of an array as one slice, and where in it the first one lies; `None` if there are gaps.
pub(super) fn in_place<'a, T, D: Dimension>(
    mut array: ArrayView<'a, T, D>,
) -> Option<(&'a [T], usize)> {
    if array.is_empty() {
        return Some((&[], 0));
    }
    collapse_repeated(&mut array);
    // No gaps: the slice has exactly the elements of the array. From its lowest place the first element
    // is as far as the reversed axes reach.
    let reversed = |(size, stride): (&usize, &isize)| match stride {
        ..0 => (size - 1) * stride.unsigned_abs(),
        _ => 0,
    };
    let offset = array
        .shape()
        .iter()
        .zip(array.strides())
        .map(reversed)
        .sum();
    array
        .to_slice_memory_order()
        .map(|elements| (elements, offset))
}

/// Takes axes that repeat one position for that position.
pub(super) fn collapse_repeated<T, D: Dimension>(array: &mut ArrayView<'_, T, D>) {
    for axis in 0..array.ndim() {
        if array.strides()[axis] == 0 && array.shape()[axis] > 1 {
            array.collapse_axis(Axis(axis), 0);
        }
    }
}

/// Sizes or strides as an array of `R`.
fn ranked<U: Copy, const R: usize>(values: &[U]) -> Result<[U; R], GatherError> {
    values.try_into().map_err(|_| GatherError::Rank {
        expected: R,
        found: values.len(),
    })
}

/// Borrows an array whose elements lie without gaps, in any order.
///
/// ```
/// use gather_core::{GatherError, View};
/// use ndarray::{array, s};
/// let a = array![[1, 2, 3], [4, 5, 6]];
/// let columns: View<'_, i32, 2> = a.t().try_into()?;
/// assert_eq!(columns, View::from(&[[1, 4], [2, 5], [3, 6]]));
/// let backwards: View<'_, i32, 2> = a.slice(s![.., ..;-1]).try_into()?;
/// assert_eq!(backwards, View::from(&[[3, 2, 1], [6, 5, 4]]));
/// assert_eq!(
///     View::<_, 2>::try_from(a.slice(s![.., ..2])).unwrap_err().to_string(),
///     "the elements of an array must lie without gaps to be borrowed, found gaps; copy it, or borrow the whole array and slice the view"
/// );
/// # Ok::<(), GatherError>(())
/// ```
impl<'a, T, D: Dimension, const R: usize> TryFrom<ArrayView<'a, T, D>> for View<'a, T, R> {
    type Error = GatherError;

    fn try_from(array: ArrayView<'a, T, D>) -> Result<Self, GatherError> {
        let (shape, strides) = (ranked(array.shape())?, ranked(array.strides())?);
        let (elements, offset) = in_place(array).ok_or(GatherError::Gaps)?;
        Self::from_strides(elements, offset, shape, strides)
    }
}

/// Borrows an array whose elements lie without gaps, in any order.
impl<'a, T, D: Dimension, const R: usize> TryFrom<&'a ArrayRef<T, D>> for View<'a, T, R> {
    type Error = GatherError;

    fn try_from(array: &'a ArrayRef<T, D>) -> Result<Self, GatherError> {
        array.view().try_into()
    }
}

/// Borrows an array whose elements lie without gaps, in any order.
///
/// ```
/// use gather_core::{GatherError, View};
/// let a = ndarray::array![[1, 2], [3, 4]];
/// assert_eq!(View::<_, 2>::try_from(&a)?, View::from(&[[1, 2], [3, 4]]));
/// assert_eq!(View::<_, 3>::try_from(&a).unwrap_err().to_string(), "expected rank 3, found 2");
/// # Ok::<(), GatherError>(())
/// ```
impl<'a, T, S, D, const R: usize> TryFrom<&'a ArrayBase<S, D, T>> for View<'a, T, R>
where
    S: Data<Elem = T>,
    D: Dimension,
{
    type Error = GatherError;

    fn try_from(array: &'a ArrayBase<S, D, T>) -> Result<Self, GatherError> {
        array.view().try_into()
    }
}

/// Borrows an array whose elements lie without gaps, in any order.
impl<'a, T, D: Dimension> TryFrom<&'a ArrayRef<T, D>> for ViewDyn<'a, T> {
    type Error = GatherError;

    fn try_from(array: &'a ArrayRef<T, D>) -> Result<Self, GatherError> {
        let (elements, offset) = in_place(array.view()).ok_or(GatherError::Gaps)?;
        Self::from_strides(elements, offset, array.shape(), array.strides())
    }
}

/// Borrows an array whose elements lie without gaps, in any order.
///
/// ```
/// use gather_core::{GatherError, ViewDyn, gather_dyn};
/// use ndarray::array;
/// let (table, words) = (array![[1, 2], [3, 4], [5, 6]], array![2, 0]);
/// let rows = gather_dyn(ViewDyn::try_from(&table)?, ViewDyn::try_from(&words)?, 0, 0)?;
/// assert_eq!(ndarray::ArrayD::try_from(rows)?, array![[5, 6], [1, 2]].into_dyn());
/// # Ok::<(), GatherError>(())
/// ```
impl<'a, T, S, D> TryFrom<&'a ArrayBase<S, D, T>> for ViewDyn<'a, T>
where
    S: Data<Elem = T>,
    D: Dimension,
{
    type Error = GatherError;

    fn try_from(array: &'a ArrayBase<S, D, T>) -> Result<Self, GatherError> {
        Self::try_from(&**array)
    }
}

/// Borrows an array whose elements lie without gaps, in any order. The view has a shape of its own, so the
/// array may be a passing one.
///
/// ```
/// use gather_core::{GatherError, ViewBuf, ViewDyn, gather_dyn};
/// let a = ndarray::array![[1, 2, 3], [4, 5, 6]];
/// let columns = ViewBuf::try_from(a.t())?;
/// let out = gather_dyn(columns.as_dyn(), ViewDyn::new(&[2_u8], &[1])?, 0, 0)?;
/// assert_eq!(out.as_slice(), [3, 6]);
/// # Ok::<(), GatherError>(())
/// ```
impl<'a, T, D: Dimension> TryFrom<ArrayView<'a, T, D>> for ViewBuf<'a, T> {
    type Error = GatherError;

    fn try_from(array: ArrayView<'a, T, D>) -> Result<Self, GatherError> {
        let (shape, strides) = (array.shape().to_vec(), array.strides().to_vec());
        let (elements, offset) = in_place(array).ok_or(GatherError::Gaps)?;
        Self::from_strides(elements, offset, shape, strides)
    }
}

/// The elements of an array in row-major order: its own vector if they lie so.
fn in_order<T, D: Dimension>(array: Array<T, D>) -> Vec<T> {
    if !array.is_standard_layout() {
        return array.into_iter().collect();
    }
    let count = array.len();
    let (mut elements, first) = array.into_raw_vec_and_offset();
    // What was sliced away is still in the vector.
    let first = first.unwrap_or(0);
    elements.truncate(first + count);
    elements.drain(..first);
    elements
}

/// Turns an array into a tensor. An array in row-major order is not copied; the elements of another are
/// moved into that order.
///
/// ```
/// use gather_core::TensorDyn;
/// use ndarray::array;
/// let tensor = TensorDyn::from(array![[1, 2], [3, 4]]);
/// assert_eq!((tensor.shape(), tensor.as_slice()), (&[2, 2][..], &[1, 2, 3, 4][..]));
/// let turned = TensorDyn::from(array![[1, 2], [3, 4]].reversed_axes());
/// assert_eq!(turned.as_slice(), [1, 3, 2, 4]);
/// ```
impl<T, D: Dimension> From<Array<T, D>> for TensorDyn<T> {
    fn from(array: Array<T, D>) -> Self {
        let shape = array.shape().to_vec();
        Self::agreed(in_order(array), shape)
    }
}

/// Turns an array into a tensor of the same rank, as into a [`TensorDyn`]. The only error is
/// [`GatherError::Rank`].
///
/// ```
/// use gather_core::{GatherError, Tensor};
/// use ndarray::array;
/// let tensor = Tensor::<_, 2>::try_from(array![[1, 2], [3, 4]])?;
/// assert_eq!(tensor, Tensor::new(vec![1, 2, 3, 4], [2, 2])?);
/// # Ok::<(), GatherError>(())
/// ```
impl<T, D: Dimension, const R: usize> TryFrom<Array<T, D>> for Tensor<T, R> {
    type Error = GatherError;

    fn try_from(array: Array<T, D>) -> Result<Self, GatherError> {
        let shape = ranked(array.shape())?;
        Self::new(in_order(array), shape)
    }
}

/// Turns a tensor into an array of the same rank.
///
/// The only error is [`GatherError::ShapeOverflow`]: `ndarray` does not allow sizes whose product,
/// leaving out zeros, exceeds `isize::MAX`.
///
/// ```
/// use gather_core::{GatherError, Tensor};
/// use ndarray::{Array2, array};
/// let tensor = Tensor::new(vec![1, 2, 3, 4], [2, 2])?;
/// assert_eq!(Array2::try_from(tensor)?, array![[1, 2], [3, 4]]);
/// # Ok::<(), GatherError>(())
/// ```
impl<T, const R: usize> TryFrom<Tensor<T, R>> for Array<T, Dim<[usize; R]>>
where
    [usize; R]: IntoDimension<Dim = Dim<[usize; R]>>,
    Dim<[usize; R]>: Dimension,
{
    type Error = GatherError;

    fn try_from(tensor: Tensor<T, R>) -> Result<Self, GatherError> {
        let shape = *tensor.shape();
        array(shape.into_dimension(), &shape, tensor.into_vec())
    }
}

/// Turns a tensor into an array. Errors as for [`Tensor`].
impl<T> TryFrom<TensorDyn<T>> for ArrayD<T> {
    type Error = GatherError;

    fn try_from(tensor: TensorDyn<T>) -> Result<Self, GatherError> {
        let (elements, shape) = tensor.into_parts();
        array(IxDyn(&shape), &shape, elements)
    }
}

/// An array in row-major order.
pub(super) fn array<T, D: Dimension>(
    dimension: D,
    shape: &[usize],
    elements: Vec<T>,
) -> Result<Array<T, D>, GatherError> {
    Array::from_shape_vec(dimension, elements).map_err(|_| too_large(shape))
}

/// Names the dimension at which a shape exceeds what `ndarray` allows. Elsewhere the number of elements
/// has been seen to agree, so that nothing else can be wrong.
#[cold]
fn too_large(shape: &[usize]) -> GatherError {
    let mut product = 1_usize;
    let exceeds = |(_, size): &(usize, &usize)| {
        product = product.saturating_mul((**size).max(1));
        isize::try_from(product).is_err()
    };
    let axis = shape
        .iter()
        .enumerate()
        .find(exceeds)
        .map_or(0, |(axis, _)| axis);
    let size = shape.get(axis).copied().unwrap_or(0);
    GatherError::ShapeOverflow { axis, size }
}

/// Borrows a view as an array.
///
/// The only error is [`GatherError::ShapeOverflow`], as for tensors.
///
/// ```
/// use gather_core::{GatherError, View};
/// use ndarray::{ArrayView2, array};
/// let rows = View::<_, 2>::from(&[[1, 2, 3], [4, 5, 6]]);
/// let backwards = rows.transpose().slice_axis(0, 0..3, -1)?;
/// assert_eq!(ArrayView2::try_from(backwards)?, array![[3, 6], [2, 5], [1, 4]]);
/// # Ok::<(), GatherError>(())
/// ```
impl<'a, T, const R: usize> TryFrom<View<'a, T, R>> for ArrayView<'a, T, Dim<[usize; R]>>
where
    [usize; R]: IntoDimension<Dim = Dim<[usize; R]>>,
    Dim<[usize; R]>: Dimension,
{
    type Error = GatherError;

    fn try_from(view: View<'a, T, R>) -> Result<Self, GatherError> {
        let dimension = view.shape().into_dimension();
        match view.as_slice() {
            Some(elements) => borrowed(dimension, elements, view.shape()),
            None => {
                let (elements, offset, strides) = view.parts();
                let steps = core::array::from_fn(|n| step(view.shape()[n], strides[n]));
                let ends = (offset, view.shape().as_slice(), strides.as_slice());
                let steps = steps.into_dimension();
                strided(dimension.strides(steps), elements, ends)
            }
        }
    }
}

/// Borrows a view as an array. Errors as for [`View`].
impl<'a, T> TryFrom<ViewDyn<'a, T>> for ArrayViewD<'a, T> {
    type Error = GatherError;

    fn try_from(view: ViewDyn<'a, T>) -> Result<Self, GatherError> {
        let dimension = IxDyn(view.shape());
        let layout = view.layout();
        match (view.as_slice(), layout.strides) {
            (None, Some(strides)) => {
                let axes = view.shape().iter().zip(strides);
                let steps: Vec<usize> = axes.map(|(size, stride)| step(*size, *stride)).collect();
                let ends = (layout.offset, view.shape(), strides);
                strided(dimension.strides(IxDyn(&steps)), view.storage(), ends)
            }
            _ => borrowed(dimension, view.storage(), view.shape()),
        }
    }
}

fn borrowed<'a, T, D: Dimension>(
    dimension: D,
    elements: &'a [T],
    shape: &[usize],
) -> Result<ArrayView<'a, T, D>, GatherError> {
    ArrayView::from_shape(dimension, elements).map_err(|_| too_large(shape))
}

/// A step forwards on an axis; none where there is nowhere to go.
fn step(size: usize, stride: isize) -> usize {
    if size > 1 { stride.unsigned_abs() } else { 0 }
}

/// An array whose axes are all taken forwards from the lowest place, and then some of them turned around.
fn strided<'a, T, D: Dimension>(
    forwards: ndarray::StrideShape<D>,
    elements: &'a [T],
    (offset, shape, strides): (usize, &[usize], &[isize]),
) -> Result<ArrayView<'a, T, D>, GatherError> {
    let reversed = |axis: &usize| strides[*axis] < 0 && shape[*axis] > 1;
    let lowest = (0..shape.len())
        .filter(reversed)
        .fold(offset, |offset, axis| {
            // Exact: the place is inside the slice.
            offset.wrapping_sub((shape[axis] - 1).wrapping_mul(strides[axis].unsigned_abs()))
        });
    let elements = elements.get(lowest..).unwrap_or_default();
    let mut array = ArrayView::from_shape(forwards, elements).map_err(|_| too_large(shape))?;
    for axis in (0..shape.len()).filter(reversed) {
        array.invert_axis(Axis(axis));
    }
    Ok(array)
}
