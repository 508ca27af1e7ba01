//! The calls over shapes that are known only while running.

#[cfg(feature = "alloc")]
use crate::tensor::TensorDyn;
use crate::{
    element::{Element, Inputs, sealed::Sealed as _},
    error::GatherError,
    index::Index,
    kernel::address::Dynamic,
    options::GatherOptions,
    output::OutputShape,
    plan::{Draft, Plan},
    view::ViewDyn,
};
use gather_spec::{Op, Rules};

/// GatherND in ONNX's meaning: each tuple along the last dimension of `indices` picks an element or a
/// slice of `data`, batch by batch.
///
/// The page on [GatherND](crate::docs::gather_nd) has the formula and pictures.
///
/// # Errors
///
/// A broken rule, an index out of range, no memory for the output.
///
/// ```
/// use gather_core::{GatherError, ViewDyn, gather_nd_dyn};
/// let data = ViewDyn::new(&[1, 2, 3, 4], &[2, 2])?;
/// let rows = gather_nd_dyn(data, ViewDyn::new(&[1_i64, 0], &[2, 1])?, 0)?;
/// assert_eq!((rows.shape(), rows.as_slice()), (&[2, 2][..], &[3, 4, 1, 2][..]));
/// # Ok::<(), GatherError>(())
/// ```
#[cfg(feature = "alloc")]
pub fn gather_nd_dyn<T: Element, I: Index>(
    data: ViewDyn<'_, T>,
    indices: ViewDyn<'_, I>,
    batch_dims: usize,
) -> Result<TensorDyn<T>, GatherError> {
    gather_nd_dyn_with(data, indices, batch_dims, &GatherOptions::default())
}

/// GatherND with choices.
///
/// # Errors
///
/// As [`gather_nd_dyn`], unless the choices say otherwise.
///
/// ```
/// use gather_core::{DepthZero, GatherError, GatherOptions, ViewDyn, gather_nd_dyn_with};
/// let data = ViewDyn::new(&[1, 2], &[2])?;
/// let options = GatherOptions::default().depth_zero(DepthZero::Copy);
/// let twice = gather_nd_dyn_with(data, ViewDyn::<i64>::new(&[], &[2, 0])?, 0, &options)?;
/// assert_eq!((twice.shape(), twice.as_slice()), (&[2, 2][..], &[1, 2, 1, 2][..]));
/// # Ok::<(), GatherError>(())
/// ```
#[cfg(feature = "alloc")]
pub fn gather_nd_dyn_with<T: Element, I: Index>(
    data: ViewDyn<'_, T>,
    indices: ViewDyn<'_, I>,
    batch_dims: usize,
    options: &GatherOptions<T>,
) -> Result<TensorDyn<T>, GatherError> {
    gather_op_dyn(Op::gather_nd(batch_dims), data, indices, options)
}

/// GatherND over an existing buffer, without allocating.
///
/// # Errors
///
/// As [`gather_nd_dyn_with`]; also if `out` does not have the output's length. After an index error
/// `out` holds some mixture of old and new elements, after any other it is untouched.
///
/// ```
/// use gather_core::{GatherError, GatherOptions, ViewDyn, gather_nd_dyn_into};
/// let data = ViewDyn::new(&[1, 2, 3, 4], &[2, 2])?;
/// let mut out = [0; 2];
/// let indices = ViewDyn::new(&[0_u8, 0, 1, 1], &[2, 2])?;
/// gather_nd_dyn_into(data, indices, 0, &GatherOptions::default(), &mut out)?;
/// assert_eq!(out, [1, 4]);
/// # Ok::<(), GatherError>(())
/// ```
pub fn gather_nd_dyn_into<T: Element, I: Index>(
    data: ViewDyn<'_, T>,
    indices: ViewDyn<'_, I>,
    batch_dims: usize,
    options: &GatherOptions<T>,
    out: &mut [T],
) -> Result<(), GatherError> {
    gather_op_dyn_into(Op::gather_nd(batch_dims), data, indices, options, out)
}

/// The shape that GatherND's output will have, in ONNX's meaning.
///
/// # Errors
///
/// A broken rule.
///
/// ```
/// let shape = gather_core::gather_nd_output_shape(&[1000, 256, 10, 15], &[25, 125, 3], 0)?;
/// assert_eq!(shape, [25, 125, 15]);
/// # Ok::<(), gather_core::GatherError>(())
/// ```
pub fn gather_nd_output_shape<'a>(
    data: &'a [usize],
    indices: &'a [usize],
    batch_dims: usize,
) -> Result<OutputShape<'a>, GatherError> {
    gather_op_output_shape(Op::gather_nd(batch_dims), data, indices, Rules::ONNX)
}

/// Gather in ONNX's meaning, with `batch_dims`: `indices` pick positions along `axis` of `data`.
///
/// The page on [Gather](crate::docs::gather) has the formula and pictures.
///
/// # Errors
///
/// A broken rule, an index out of range, no memory for the output.
///
/// ```
/// use gather_core::{GatherError, ViewDyn, gather_dyn};
/// let data = ViewDyn::new(&[1, 2, 3, 4, 5, 6], &[2, 3])?;
/// let columns = gather_dyn(data, ViewDyn::new(&[2_u8, 0], &[2])?, 1, 0)?;
/// assert_eq!((columns.shape(), columns.as_slice()), (&[2, 2][..], &[3, 1, 6, 4][..]));
/// # Ok::<(), GatherError>(())
/// ```
#[cfg(feature = "alloc")]
pub fn gather_dyn<T: Element, I: Index>(
    data: ViewDyn<'_, T>,
    indices: ViewDyn<'_, I>,
    axis: isize,
    batch_dims: isize,
) -> Result<TensorDyn<T>, GatherError> {
    gather_dyn_with(data, indices, axis, batch_dims, &GatherOptions::default())
}

/// Gather with choices.
///
/// # Errors
///
/// As [`gather_dyn`], unless the choices say otherwise.
///
/// ```
/// use gather_core::{GatherError, GatherOptions, OutOfRange, ViewDyn, gather_dyn_with};
/// let data = ViewDyn::new(&[1, 2, 3], &[3])?;
/// let clamp = GatherOptions::default().out_of_range(OutOfRange::Clamp);
/// let out = gather_dyn_with(data, ViewDyn::new(&[-9, 9], &[2])?, 0, 0, &clamp)?;
/// assert_eq!(out.as_slice(), [1, 3]);
/// # Ok::<(), GatherError>(())
/// ```
#[cfg(feature = "alloc")]
pub fn gather_dyn_with<T: Element, I: Index>(
    data: ViewDyn<'_, T>,
    indices: ViewDyn<'_, I>,
    axis: isize,
    batch_dims: isize,
    options: &GatherOptions<T>,
) -> Result<TensorDyn<T>, GatherError> {
    gather_op_dyn(Op::gather(axis, batch_dims), data, indices, options)
}

/// Gather over an existing buffer, without allocating.
///
/// # Errors
///
/// As [`gather_dyn_with`]; also if `out` does not have the output's length. After an index error `out`
/// holds some mixture of old and new elements, after any other it is untouched.
///
/// ```
/// use gather_core::{GatherError, GatherOptions, ViewDyn, gather_dyn_into};
/// let data = ViewDyn::new(&[1, 2, 3], &[3])?;
/// let mut out = [0; 2];
/// let error = gather_dyn_into(data, ViewDyn::new(&[0], &[1])?, 0, 0, &GatherOptions::default(), &mut out);
/// assert_eq!(
///     error.unwrap_err().to_string(),
///     "the output buffer must have as many elements as the output (1), found 2"
/// );
/// # Ok::<(), GatherError>(())
/// ```
pub fn gather_dyn_into<T: Element, I: Index>(
    data: ViewDyn<'_, T>,
    indices: ViewDyn<'_, I>,
    axis: isize,
    batch_dims: isize,
    options: &GatherOptions<T>,
    out: &mut [T],
) -> Result<(), GatherError> {
    gather_op_dyn_into(Op::gather(axis, batch_dims), data, indices, options, out)
}

/// The shape that Gather's output will have, in ONNX's meaning.
///
/// # Errors
///
/// A broken rule.
///
/// ```
/// let shape = gather_core::gather_output_shape(&[2, 64, 128], &[2, 32, 21], 1, 1)?;
/// assert_eq!(shape, [2, 32, 21, 128]);
/// # Ok::<(), gather_core::GatherError>(())
/// ```
pub fn gather_output_shape<'a>(
    data: &'a [usize],
    indices: &'a [usize],
    axis: isize,
    batch_dims: isize,
) -> Result<OutputShape<'a>, GatherError> {
    gather_op_output_shape(Op::gather(axis, batch_dims), data, indices, Rules::ONNX)
}

/// GatherElements in ONNX's meaning: one index along `axis` for each output element.
///
/// The page on [GatherElements](crate::docs::gather_elements) has the formula and pictures.
///
/// # Errors
///
/// A broken rule, an index out of range, no memory for the output.
///
/// ```
/// use gather_core::{GatherError, ViewDyn, gather_elements_dyn};
/// let data = ViewDyn::new(&[1, 7, 4, 3], &[2, 2])?;
/// let indices = ViewDyn::new(&[1_i32, 1, 0, 1, 0, 1], &[2, 3])?;
/// assert_eq!(gather_elements_dyn(data, indices, 1)?.as_slice(), [7, 7, 1, 3, 4, 3]);
/// # Ok::<(), GatherError>(())
/// ```
#[cfg(feature = "alloc")]
pub fn gather_elements_dyn<T: Element, I: Index>(
    data: ViewDyn<'_, T>,
    indices: ViewDyn<'_, I>,
    axis: isize,
) -> Result<TensorDyn<T>, GatherError> {
    gather_elements_dyn_with(data, indices, axis, &GatherOptions::default())
}

/// GatherElements with choices.
///
/// # Errors
///
/// As [`gather_elements_dyn`], unless the choices say otherwise.
///
/// ```
/// use gather_core::{GatherError, GatherOptions, NonAxis, ViewDyn, gather_elements_dyn_with};
/// let data = ViewDyn::new(&[1, 2, 3, 4], &[2, 2])?;
/// let broadcast = GatherOptions::default().non_axis(NonAxis::Broadcast);
/// let out = gather_elements_dyn_with(data, ViewDyn::new(&[1], &[1, 1])?, 1, &broadcast)?;
/// assert_eq!((out.shape(), out.as_slice()), (&[2, 1][..], &[2, 4][..]));
/// # Ok::<(), GatherError>(())
/// ```
#[cfg(feature = "alloc")]
pub fn gather_elements_dyn_with<T: Element, I: Index>(
    data: ViewDyn<'_, T>,
    indices: ViewDyn<'_, I>,
    axis: isize,
    options: &GatherOptions<T>,
) -> Result<TensorDyn<T>, GatherError> {
    gather_op_dyn(Op::gather_elements(axis), data, indices, options)
}

/// GatherElements over an existing buffer, without allocating.
///
/// # Errors
///
/// As [`gather_elements_dyn_with`]; also if `out` does not have the output's length. After an index
/// error `out` holds some mixture of old and new elements, after any other it is untouched.
///
/// ```
/// use gather_core::{GatherError, GatherOptions, ViewDyn, gather_elements_dyn_into};
/// let data = ViewDyn::new(&[1, 2, 3, 4], &[2, 2])?;
/// let mut out = [0; 2];
/// let indices = ViewDyn::new(&[0_i8, -1], &[1, 2])?;
/// gather_elements_dyn_into(data, indices, 0, &GatherOptions::default(), &mut out)?;
/// assert_eq!(out, [1, 4]);
/// # Ok::<(), GatherError>(())
/// ```
pub fn gather_elements_dyn_into<T: Element, I: Index>(
    data: ViewDyn<'_, T>,
    indices: ViewDyn<'_, I>,
    axis: isize,
    options: &GatherOptions<T>,
    out: &mut [T],
) -> Result<(), GatherError> {
    gather_op_dyn_into(Op::gather_elements(axis), data, indices, options, out)
}

/// The shape that GatherElements' output will have, in ONNX's meaning.
///
/// # Errors
///
/// A broken rule.
///
/// ```
/// let shape = gather_core::gather_elements_output_shape(&[3, 7, 5], &[3, 10, 5], 1)?;
/// assert_eq!(shape, [3, 10, 5]);
/// # Ok::<(), gather_core::GatherError>(())
/// ```
pub fn gather_elements_output_shape<'a>(
    data: &'a [usize],
    indices: &'a [usize],
    axis: isize,
) -> Result<OutputShape<'a>, GatherError> {
    gather_op_output_shape(Op::gather_elements(axis), data, indices, Rules::ONNX)
}

/// Any of the three, for callers that hold the operator as a value.
///
/// # Errors
///
/// As the call of the operator.
///
/// ```
/// use gather_core::{GatherError, GatherOptions, Op, ViewDyn, gather_op_dyn};
/// let data = ViewDyn::new(&[1, 2, 3], &[3])?;
/// let node = Op::Gather { axis: -1, batch_dims: 0 };
/// let out = gather_op_dyn(node, data, ViewDyn::new(&[2_u32], &[])?, &GatherOptions::default())?;
/// assert_eq!((out.rank(), out.as_slice()), (0, &[3][..]));
/// # Ok::<(), GatherError>(())
/// ```
#[cfg(feature = "alloc")]
pub fn gather_op_dyn<T: Element, I: Index>(
    op: Op,
    data: ViewDyn<'_, T>,
    indices: ViewDyn<'_, I>,
    options: &GatherOptions<T>,
) -> Result<TensorDyn<T>, GatherError> {
    let rules = options.rules(op.operator())?;
    let mut draft = Draft::new(op, data.layout(), indices.layout(), rules);
    let plan = draft.plan()?;
    let out = T::Mover::fresh(plan, &Dynamic, inputs(data, indices, options))?;
    Ok(TensorDyn::agreed(out, plan.output_shape()))
}

/// Any of the three over an existing buffer, without allocating.
///
/// # Errors
///
/// As the call of the operator; also if `out` does not have the output's length.
///
/// ```
/// use gather_core::{GatherError, GatherOptions, Op, ViewDyn, gather_op_dyn_into};
/// let data = ViewDyn::new(&[1, 2, 3], &[3])?;
/// let mut out = [0];
/// let indices = ViewDyn::new(&[2_u32], &[1])?;
/// gather_op_dyn_into(Op::gather_elements(0), data, indices, &GatherOptions::default(), &mut out)?;
/// assert_eq!(out, [3]);
/// # Ok::<(), GatherError>(())
/// ```
pub fn gather_op_dyn_into<T: Element, I: Index>(
    op: Op,
    data: ViewDyn<'_, T>,
    indices: ViewDyn<'_, I>,
    options: &GatherOptions<T>,
    out: &mut [T],
) -> Result<(), GatherError> {
    if let Some(negative) = options.plain()
        && T::Mover::tiny(op, negative, &data, &indices, None, out)
    {
        return Ok(());
    }
    let rules = options.rules(op.operator())?;
    let mut draft = Draft::new(op, data.layout(), indices.layout(), rules);
    let plan = draft.plan()?;
    plan.check_room(out.len())?;
    T::Mover::over(plan, &Dynamic, inputs(data, indices, options), out)
}

/// The shape that the output of any of the three will have, under any choices.
///
/// # Errors
///
/// A broken rule.
///
/// ```
/// use gather_core::{BatchOutput, Op, Rules, gather_op_output_shape};
/// let rules = Rules { batch_output: BatchOutput::Flattened, ..Rules::ONNX };
/// let shape = gather_op_output_shape(Op::gather_nd(2), &[30, 2, 100, 35], &[30, 2, 3, 1], rules)?;
/// assert_eq!(shape, [60, 3, 35]);
/// # Ok::<(), gather_core::GatherError>(())
/// ```
pub fn gather_op_output_shape<'a>(
    op: Op,
    data: &'a [usize],
    indices: &'a [usize],
    rules: Rules,
) -> Result<OutputShape<'a>, GatherError> {
    Ok(Plan::new(op, data, indices, rules)?.output_shape())
}

pub(crate) fn inputs<'a, T, I>(
    data: ViewDyn<'a, T>,
    indices: ViewDyn<'a, I>,
    options: &'a GatherOptions<T>,
) -> Inputs<'a, T, I> {
    Inputs {
        data: data.storage(),
        indices: indices.storage(),
        fill: options.fill(),
    }
}
