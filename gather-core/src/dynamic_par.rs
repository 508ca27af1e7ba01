//! The dynamic calls on several threads, with the feature `rayon`.

use crate::{
    dynamic::inputs,
    element::{Element, sealed::Sealed as _},
    error::GatherError,
    index::Index,
    kernel::address::Dynamic,
    options::GatherOptions,
    plan::Plan,
    tensor::TensorDyn,
    view::ViewDyn,
};
use gather_spec::Op;

/// GatherND on several threads: results and errors are those of [`gather_nd_dyn`](crate::gather_nd_dyn).
///
/// The threads are those of the rayon pool that the call runs in. Calls of little work, and elements that
/// are cloned into a new tensor, are done by the caller's thread alone.
///
/// # Errors
///
/// As [`gather_nd_dyn`](crate::gather_nd_dyn).
///
/// ```
/// use gather_core::{GatherError, ViewDyn, gather_nd_dyn_par};
/// let data = ViewDyn::new(&[1, 2, 3, 4], &[2, 2])?;
/// let out = gather_nd_dyn_par(data, ViewDyn::new(&[1_i64, 0], &[2, 1])?, 0)?;
/// assert_eq!(out.as_slice(), [3, 4, 1, 2]);
/// # Ok::<(), GatherError>(())
/// ```
pub fn gather_nd_dyn_par<T: Element + Send + Sync, I: Index>(
    data: ViewDyn<'_, T>,
    indices: ViewDyn<'_, I>,
    batch_dims: usize,
) -> Result<TensorDyn<T>, GatherError> {
    gather_op_dyn_par(
        Op::gather_nd(batch_dims),
        data,
        indices,
        &GatherOptions::default(),
    )
}

/// Gather on several threads: results and errors are those of [`gather_dyn`](crate::gather_dyn).
///
/// The threads are those of the rayon pool that the call runs in. Calls of little work, and elements that
/// are cloned into a new tensor, are done by the caller's thread alone.
///
/// # Errors
///
/// As [`gather_dyn`](crate::gather_dyn).
///
/// ```
/// use gather_core::{GatherError, ViewDyn, gather_dyn_par};
/// let data = ViewDyn::new(&[1, 2, 3, 4], &[2, 2])?;
/// let out = gather_dyn_par(data, ViewDyn::new(&[1_u8], &[1])?, 1, 0)?;
/// assert_eq!(out.as_slice(), [2, 4]);
/// # Ok::<(), GatherError>(())
/// ```
pub fn gather_dyn_par<T: Element + Send + Sync, I: Index>(
    data: ViewDyn<'_, T>,
    indices: ViewDyn<'_, I>,
    axis: isize,
    batch_dims: isize,
) -> Result<TensorDyn<T>, GatherError> {
    gather_op_dyn_par(
        Op::gather(axis, batch_dims),
        data,
        indices,
        &GatherOptions::default(),
    )
}

/// GatherElements on several threads: results and errors are those of [`gather_elements_dyn`](crate::gather_elements_dyn).
///
/// The threads are those of the rayon pool that the call runs in. Calls of little work, and elements that
/// are cloned into a new tensor, are done by the caller's thread alone.
///
/// # Errors
///
/// As [`gather_elements_dyn`](crate::gather_elements_dyn).
///
/// ```
/// use gather_core::{GatherError, ViewDyn, gather_elements_dyn_par};
/// let data = ViewDyn::new(&[1, 2, 3, 4], &[2, 2])?;
/// let out = gather_elements_dyn_par(data, ViewDyn::new(&[1_i32, 0], &[1, 2])?, 0)?;
/// assert_eq!(out.as_slice(), [3, 2]);
/// # Ok::<(), GatherError>(())
/// ```
pub fn gather_elements_dyn_par<T: Element + Send + Sync, I: Index>(
    data: ViewDyn<'_, T>,
    indices: ViewDyn<'_, I>,
    axis: isize,
) -> Result<TensorDyn<T>, GatherError> {
    gather_op_dyn_par(
        Op::gather_elements(axis),
        data,
        indices,
        &GatherOptions::default(),
    )
}

/// Any of the three on several threads: results and errors are those of
/// [`gather_op_dyn`](crate::gather_op_dyn).
///
/// # Errors
///
/// As [`gather_op_dyn`](crate::gather_op_dyn).
///
/// ```
/// use gather_core::{GatherError, GatherOptions, Op, OutOfRange, ViewDyn, gather_op_dyn_par};
/// let data = ViewDyn::new(&[1, 2, 3], &[3])?;
/// let clamp = GatherOptions::default().out_of_range(OutOfRange::Clamp);
/// let out = gather_op_dyn_par(Op::gather(0, 0), data, ViewDyn::new(&[9], &[1])?, &clamp)?;
/// assert_eq!(out.as_slice(), [3]);
/// # Ok::<(), GatherError>(())
/// ```
pub fn gather_op_dyn_par<T: Element + Send + Sync, I: Index>(
    op: Op,
    data: ViewDyn<'_, T>,
    indices: ViewDyn<'_, I>,
    options: &GatherOptions<T>,
) -> Result<TensorDyn<T>, GatherError> {
    let rules = options.rules(op.operator())?;
    let plan = Plan::of(op, data.layout(), indices.layout(), rules)?;
    let out = T::Mover::par_fresh(&plan, &Dynamic, inputs(data, indices, options))?;
    Ok(TensorDyn::agreed(out, plan.output_shape()))
}

/// Any of the three over an existing buffer, on several threads. Allocates nothing itself.
///
/// # Errors
///
/// As [`gather_op_dyn_into`](crate::gather_op_dyn_into).
///
/// ```
/// use gather_core::{GatherError, GatherOptions, Op, ViewDyn, gather_op_dyn_par_into};
/// let data = ViewDyn::new(&[1, 2, 3], &[3])?;
/// let mut out = [0; 2];
/// let indices = ViewDyn::new(&[2_u32, 0], &[2])?;
/// gather_op_dyn_par_into(Op::gather(0, 0), data, indices, &GatherOptions::default(), &mut out)?;
/// assert_eq!(out, [3, 1]);
/// # Ok::<(), GatherError>(())
/// ```
pub fn gather_op_dyn_par_into<T: Element + Send + Sync, I: Index>(
    op: Op,
    data: ViewDyn<'_, T>,
    indices: ViewDyn<'_, I>,
    options: &GatherOptions<T>,
    out: &mut [T],
) -> Result<(), GatherError> {
    let rules = options.rules(op.operator())?;
    let plan = Plan::of(op, data.layout(), indices.layout(), rules)?;
    plan.check_room(out.len())?;
    T::Mover::par_over(&plan, &Dynamic, inputs(data, indices, options), out)
}
