//! The operators as methods of arrays.

use alloc::{borrow::Cow, vec, vec::Vec};

use gather_spec::Op;
use ndarray::{Array, ArrayD, ArrayRef, ArrayView, Dimension};

use crate::{
    arrays::convert::{array, collapse_repeated, in_place},
    dynamic::gather_op_dyn,
    element::Element,
    error::GatherError,
    index::Index,
    kernel::general::allocate,
    options::GatherOptions,
    tensor::TensorDyn,
    view::ViewDyn,
};

/// GatherND, Gather and GatherElements as methods of `ndarray`'s arrays and views, of every dimension.
///
/// ```
/// use gather_core::{GatherArray, GatherError};
/// use ndarray::array;
///
/// let table = array![[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]];
///
/// let rows = table.gather(&array![2, -3], 0, 0)?;
/// assert_eq!(rows, array![[5.0, 6.0], [1.0, 2.0]].into_dyn());
///
/// let points = table.gather_nd(&array![[0, 1], [2, 0]], 0)?;
/// assert_eq!(points, array![2.0, 5.0].into_dyn());
///
/// // One index for each output element: the output has the dimension of the indices.
/// let picked = table.gather_elements(&array![[1], [0], [1]], 1)?;
/// assert_eq!(picked, array![[2.0], [3.0], [6.0]]);
///
/// assert_eq!(
///     table.gather(&array![3_u8], 0, 0).unwrap_err().to_string(),
///     "index 3 at indices[0] (position 0) is out of range for axis 0 of size 3, expected 0 to 2"
/// );
/// # Ok::<(), GatherError>(())
/// ```
///
/// Arrays are read as they lie, in any memory order. One with gaps between its elements, like a slice of
/// some columns or every second row, is copied first, because no slice may span somebody else's elements;
/// axes that only repeat (broadcast) are not written out. Where that copy costs too much, borrow the whole
/// array as a [`View`](crate::View), slice the view and gather from it:
///
/// ```
/// use gather_core::{GatherError, View, gather_dyn};
/// use ndarray::array;
///
/// let table = array![[1, 2, 3], [4, 5, 6]];
/// let columns = View::<_, 2>::try_from(&table)?.slice_axis(1, 0..2, 1)?; // table.slice(s![.., ..2])
/// let picks = View::<_, 1>::from(&[1_u8]);
/// assert_eq!(gather_dyn(columns.as_dyn(), picks.as_dyn(), 0, 0)?.as_slice(), [4, 5]);
/// # Ok::<(), GatherError>(())
/// ```
pub trait GatherArray<T: Element> {
    /// GatherND in ONNX's meaning; see [`gather_nd_dyn`](crate::gather_nd_dyn).
    ///
    /// # Errors
    ///
    /// A broken rule, an index out of range, no memory for the output.
    fn gather_nd<I: Index, E: Dimension>(
        &self,
        indices: &ArrayRef<I, E>,
        batch_dims: usize,
    ) -> Result<ArrayD<T>, GatherError> {
        self.gather_nd_with(indices, batch_dims, &GatherOptions::default())
    }

    /// GatherND with choices.
    ///
    /// # Errors
    ///
    /// As [`GatherArray::gather_nd`], unless the choices say otherwise.
    ///
    /// ```
    /// use gather_core::{GatherArray, GatherError, GatherOptions, OutOfRange};
    /// use ndarray::array;
    /// let options = GatherOptions::default().out_of_range(OutOfRange::Fill('?'));
    /// let word = array!['a', 'b', 'c'].gather_nd_with(&array![[2], [7], [0]], 0, &options)?;
    /// assert_eq!(word, array!['c', '?', 'a'].into_dyn());
    /// # Ok::<(), GatherError>(())
    /// ```
    fn gather_nd_with<I: Index, E: Dimension>(
        &self,
        indices: &ArrayRef<I, E>,
        batch_dims: usize,
        options: &GatherOptions<T>,
    ) -> Result<ArrayD<T>, GatherError>;

    /// Gather in ONNX's meaning, with batch dimensions; see [`gather_dyn`](crate::gather_dyn).
    ///
    /// # Errors
    ///
    /// A broken rule, an index out of range, no memory for the output.
    fn gather<I: Index, E: Dimension>(
        &self,
        indices: &ArrayRef<I, E>,
        axis: isize,
        batch_dims: isize,
    ) -> Result<ArrayD<T>, GatherError> {
        self.gather_with(indices, axis, batch_dims, &GatherOptions::default())
    }

    /// Gather with choices.
    ///
    /// # Errors
    ///
    /// As [`GatherArray::gather`], unless the choices say otherwise.
    ///
    /// ```
    /// use gather_core::{GatherArray, GatherError, GatherOptions};
    /// use ndarray::{array, s};
    /// let a = array![[1, 2, 3], [4, 5, 6]];
    /// let clip = GatherOptions::named("numpy_clip")?;
    /// let out = a.slice(s![.., ..;-1]).gather_with(&array![0, 9], 1, 0, &clip)?;
    /// assert_eq!(out, array![[3, 1], [6, 4]].into_dyn());
    /// # Ok::<(), GatherError>(())
    /// ```
    fn gather_with<I: Index, E: Dimension>(
        &self,
        indices: &ArrayRef<I, E>,
        axis: isize,
        batch_dims: isize,
        options: &GatherOptions<T>,
    ) -> Result<ArrayD<T>, GatherError>;

    /// GatherElements in ONNX's meaning; see [`gather_elements_dyn`](crate::gather_elements_dyn). The
    /// output has the dimension of the indices.
    ///
    /// # Errors
    ///
    /// A broken rule, an index out of range, no memory for the output.
    fn gather_elements<I: Index, E: Dimension>(
        &self,
        indices: &ArrayRef<I, E>,
        axis: isize,
    ) -> Result<Array<T, E>, GatherError> {
        self.gather_elements_with(indices, axis, &GatherOptions::default())
    }

    /// GatherElements with choices.
    ///
    /// # Errors
    ///
    /// As [`GatherArray::gather_elements`], unless the choices say otherwise.
    ///
    /// ```
    /// use gather_core::{GatherArray, GatherError, GatherOptions, NonAxis};
    /// use ndarray::array;
    /// let repeat = GatherOptions::default().non_axis(NonAxis::Broadcast);
    /// let out = array![[1, 2], [3, 4]].gather_elements_with(&array![[1]], 1, &repeat)?;
    /// assert_eq!(out, array![[2], [4]]);
    /// # Ok::<(), GatherError>(())
    /// ```
    fn gather_elements_with<I: Index, E: Dimension>(
        &self,
        indices: &ArrayRef<I, E>,
        axis: isize,
        options: &GatherOptions<T>,
    ) -> Result<Array<T, E>, GatherError>;
}

impl<T: Element, D: Dimension> GatherArray<T> for ArrayRef<T, D> {
    fn gather_nd_with<I: Index, E: Dimension>(
        &self,
        indices: &ArrayRef<I, E>,
        batch_dims: usize,
        options: &GatherOptions<T>,
    ) -> Result<ArrayD<T>, GatherError> {
        gathered(Op::gather_nd(batch_dims), self, indices, options)?.try_into()
    }

    fn gather_with<I: Index, E: Dimension>(
        &self,
        indices: &ArrayRef<I, E>,
        axis: isize,
        batch_dims: isize,
        options: &GatherOptions<T>,
    ) -> Result<ArrayD<T>, GatherError> {
        gathered(Op::gather(axis, batch_dims), self, indices, options)?.try_into()
    }

    fn gather_elements_with<I: Index, E: Dimension>(
        &self,
        indices: &ArrayRef<I, E>,
        axis: isize,
        options: &GatherOptions<T>,
    ) -> Result<Array<T, E>, GatherError> {
        let tensor = gathered(Op::gather_elements(axis), self, indices, options)?;
        let (elements, shape) = tensor.into_parts();
        // The rank is that of the indices, by the rules of the operator.
        let mut dimension = E::zeros(shape.len());
        dimension.slice_mut().copy_from_slice(&shape);
        array(dimension, &shape, elements)
    }
}

fn gathered<T: Element, I: Index, D: Dimension, E: Dimension>(
    op: Op,
    data: &ArrayRef<T, D>,
    indices: &ArrayRef<I, E>,
    options: &GatherOptions<T>,
) -> Result<TensorDyn<T>, GatherError> {
    let (data, indices) = (Readable::of(data)?, Readable::of(indices)?);
    gather_op_dyn(op, data.view()?, indices.view()?, options)
}

/// An array that can be read through one slice: where it lies, or a copy.
struct Readable<'a, T: Clone> {
    elements: Cow<'a, [T]>,
    offset: usize,
    shape: &'a [usize],
    strides: Cow<'a, [isize]>,
}

impl<'a, T: Clone> Readable<'a, T> {
    fn of<D: Dimension>(array: &'a ArrayRef<T, D>) -> Result<Self, GatherError> {
        let shape = array.shape();
        match in_place(array.view()) {
            Some((elements, offset)) => Ok(Self {
                elements: elements.into(),
                offset,
                shape,
                strides: array.strides().into(),
            }),
            None => {
                let (elements, strides) = copied(array.view())?;
                Ok(Self {
                    elements: elements.into(),
                    offset: 0,
                    shape,
                    strides: strides.into(),
                })
            }
        }
    }

    fn view(&self) -> Result<ViewDyn<'_, T>, GatherError> {
        ViewDyn::from_strides(&self.elements, self.offset, self.shape, &self.strides)
    }
}

/// A copy in row-major order, with its strides; what is repeated is copied once and stays repeated.
fn copied<T: Clone, D: Dimension>(
    array: ArrayView<'_, T, D>,
) -> Result<(Vec<T>, Vec<isize>), GatherError> {
    let mut once = array.clone();
    collapse_repeated(&mut once);
    let mut elements = allocate(once.len())?;
    elements.extend(once.iter().cloned());

    let (mut strides, mut running) = (vec![0; array.ndim()], 1_isize);
    for (axis, size) in once.shape().iter().enumerate().rev() {
        if array.shape()[axis] == *size {
            strides[axis] = running;
            running = running.saturating_mul(size.cast_signed());
        }
    }
    Ok((elements, strides))
}
