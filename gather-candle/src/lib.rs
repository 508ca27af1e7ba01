//! GatherND, Gather with batch dimensions and GatherElements on tensors of [candle](candle_core).
//!
//! ```
//! use candle_core::{Device, Result, Tensor};
//!
//! # fn main() -> Result<()> {
//! let table = Tensor::new(&[[1_f32, 2.], [3., 4.], [5., 6.]], &Device::Cpu)?;
//!
//! // Negative indices count from the end; i64, i32, i16, u32 and u8 are all indices.
//! let rows = Tensor::new(&[-1_i64, 0], &Device::Cpu)?;
//! let out = gather_candle::gather(&table, &rows, 0, 0)?;
//! assert_eq!(out.to_vec2::<f32>()?, [[5., 6.], [1., 2.]]);
//!
//! let points = Tensor::new(&[[0_u8, 1], [2, 0]], &Device::Cpu)?;
//! let out = gather_candle::gather_nd(&table, &points, 0)?;
//! assert_eq!(out.to_vec1::<f32>()?, [2., 5.]);
//!
//! let bad = Tensor::new(&[3_u32], &Device::Cpu)?;
//! let error = gather_candle::gather(&table, &bad, 0, 0).unwrap_err();
//! assert!(error.to_string().starts_with(
//!     "index 3 at indices[0] (position 0) is out of range for axis 0 of size 3, expected 0 to 2"
//! ));
//! # Ok(())
//! # }
//! ```
//!
//! The operators mean what ONNX means, which is the default of `gather-core`; an index out of range is an
//! error with its place and value. The calls that end in `_with` take every other choice: what a negative
//! index means, whether an index out of range is filled, clamped or wrapped, or all that another system does
//! by its name. Tensors are read as they lie: a transposed, narrowed or broadcast one
//! is not copied first.
//!
//! **Elements** are of every candle type that has whole bytes: `u8`, `u32`, `i16`, `i32`, `i64`, `bf16`,
//! `f16`, `f32`, `f64`, `f8e4m3`, `f8e8m0`. Those of 4 and 6 bits are refused, because an element of them
//! has no place of its own.
//!
//! **Gradients** flow to the data, as far as candle adds up elements of its type: an output gradient is
//! added wherever its element came from, as often as it was taken; that of a filled element goes nowhere.
//! Indices have none.
//!
//! **Devices**: the CPU. On another device the call is an error of candle's, not a silent copy.

mod backward;
mod forward;

use candle_core::{Result, Tensor};
use gather_core::{ErasedOptions, Op};

/// GatherND: each tuple along the last dimension of `indices` picks an element or a slice of `data`, batch
/// by batch.
///
/// # Errors
///
/// A broken rule or an index out of range, in the words of `gather-core`; a type that is not supported.
///
/// ```
/// use candle_core::{Device, Result, Tensor};
/// # fn main() -> Result<()> {
/// // One row of each of two batches.
/// let data = Tensor::arange(0_u32, 12, &Device::Cpu)?.reshape((2, 3, 2))?;
/// let rows = Tensor::new(&[[2_i64], [-3]], &Device::Cpu)?;
/// let out = gather_candle::gather_nd(&data, &rows, 1)?;
/// assert_eq!(out.to_vec2::<u32>()?, [[4, 5], [6, 7]]);
/// # Ok(())
/// # }
/// ```
pub fn gather_nd(data: &Tensor, indices: &Tensor, batch_dims: usize) -> Result<Tensor> {
    gather_op(Op::gather_nd(batch_dims), data, indices)
}

/// [`gather_nd`] with the choices of the caller.
///
/// A fill value is a number for whatever type data has. One that the type cannot hold is refused.
///
/// # Errors
///
/// As [`gather_nd`]; also if the fill value cannot be an element of data.
///
/// ```
/// use candle_core::{Device, Result, Tensor};
/// use gather_core::{ErasedOptions, OutOfRange};
/// # fn main() -> Result<()> {
/// let data = Tensor::new(&[[1_u8, 2], [3, 4]], &Device::Cpu)?;
/// let tuples = Tensor::new(&[[0_i64, 1], [7, 0]], &Device::Cpu)?;
/// let clamp = ErasedOptions::default().out_of_range(OutOfRange::Clamp);
/// let out = gather_candle::gather_nd_with(&data, &tuples, 0, &clamp)?;
/// assert_eq!(out.to_vec1::<u8>()?, [2, 3]);
/// # Ok(())
/// # }
/// ```
pub fn gather_nd_with(
    data: &Tensor,
    indices: &Tensor,
    batch_dims: usize,
    options: &ErasedOptions<'static>,
) -> Result<Tensor> {
    gather_op_with(Op::gather_nd(batch_dims), data, indices, options)
}

/// Gather: `axis` of `data` is replaced by the positions that `indices` name, batch by batch.
///
/// # Errors
///
/// As [`gather_nd`].
///
/// ```
/// use candle_core::{Device, Result, Tensor};
/// # fn main() -> Result<()> {
/// let data = Tensor::new(&[[1_u8, 2, 3], [4, 5, 6]], &Device::Cpu)?;
/// let columns = Tensor::new(&[[0_u32, 0], [2, 1]], &Device::Cpu)?;
/// let out = gather_candle::gather(&data, &columns, 1, 1)?;
/// assert_eq!(out.to_vec2::<u8>()?, [[1, 1], [6, 5]]);
/// # Ok(())
/// # }
/// ```
pub fn gather(data: &Tensor, indices: &Tensor, axis: isize, batch_dims: isize) -> Result<Tensor> {
    gather_op(Op::gather(axis, batch_dims), data, indices)
}

/// [`gather`] with the choices of the caller.
///
/// # Errors
///
/// As [`gather_nd_with`].
///
/// ```
/// use candle_core::{Device, Result, Tensor};
/// use gather_core::{ErasedFill, ErasedOptions, Negative, OutOfRange};
/// # fn main() -> Result<()> {
/// let table = Tensor::new(&[[1_f32, 2.], [3., 4.]], &Device::Cpu)?;
/// let words = Tensor::new(&[1_i64, -1], &Device::Cpu)?; // -1 is padding
/// let padded = ErasedOptions::default()
///     .negative(Negative::Reject)
///     .out_of_range(OutOfRange::Fill(ErasedFill::Float(0.5)));
/// let out = gather_candle::gather_with(&table, &words, 0, 0, &padded)?;
/// assert_eq!(out.to_vec2::<f32>()?, [[3., 4.], [0.5, 0.5]]);
/// # Ok(())
/// # }
/// ```
pub fn gather_with(
    data: &Tensor,
    indices: &Tensor,
    axis: isize,
    batch_dims: isize,
    options: &ErasedOptions<'static>,
) -> Result<Tensor> {
    gather_op_with(Op::gather(axis, batch_dims), data, indices, options)
}

/// GatherElements: one index along `axis` for each output element.
///
/// # Errors
///
/// As [`gather_nd`].
///
/// ```
/// use candle_core::{Device, Result, Tensor};
/// # fn main() -> Result<()> {
/// let data = Tensor::new(&[[1_u8, 2, 3], [4, 5, 6]], &Device::Cpu)?;
/// let last = Tensor::new(&[[-1_i32], [-2]], &Device::Cpu)?;
/// let out = gather_candle::gather_elements(&data, &last, 1)?;
/// assert_eq!(out.to_vec2::<u8>()?, [[3], [5]]);
/// # Ok(())
/// # }
/// ```
pub fn gather_elements(data: &Tensor, indices: &Tensor, axis: isize) -> Result<Tensor> {
    gather_op(Op::gather_elements(axis), data, indices)
}

/// [`gather_elements`] with the choices of the caller.
///
/// # Errors
///
/// As [`gather_nd_with`].
///
/// ```
/// use candle_core::{Device, Result, Tensor};
/// use gather_core::{ErasedOptions, OutOfRange};
/// # fn main() -> Result<()> {
/// let data = Tensor::new(&[[1_u8, 2, 3], [4, 5, 6]], &Device::Cpu)?;
/// let picks = Tensor::new(&[[4_i32], [3]], &Device::Cpu)?;
/// let wrap = ErasedOptions::default().out_of_range(OutOfRange::Wrap);
/// let out = gather_candle::gather_elements_with(&data, &picks, 1, &wrap)?;
/// assert_eq!(out.to_vec2::<u8>()?, [[2], [4]]);
/// # Ok(())
/// # }
/// ```
pub fn gather_elements_with(
    data: &Tensor,
    indices: &Tensor,
    axis: isize,
    options: &ErasedOptions<'static>,
) -> Result<Tensor> {
    gather_op_with(Op::gather_elements(axis), data, indices, options)
}

/// Any of the three, for callers that hold the operator as a value.
///
/// # Errors
///
/// As the call of the operator.
///
/// ```
/// use candle_core::{Device, Result, Tensor};
/// # fn main() -> Result<()> {
/// let data = Tensor::new(&[1_f64, 2., 3.], &Device::Cpu)?;
/// let op = gather_core::Op::gather_elements(0);
/// let out = gather_candle::gather_op(op, &data, &Tensor::new(&[2_u8], &Device::Cpu)?)?;
/// assert_eq!(out.to_vec1::<f64>()?, [3.]);
/// # Ok(())
/// # }
/// ```
pub fn gather_op(op: Op, data: &Tensor, indices: &Tensor) -> Result<Tensor> {
    gather_op_with(op, data, indices, &ErasedOptions::default())
}

/// [`gather_op`] with the choices of the caller.
///
/// # Errors
///
/// As [`gather_nd_with`].
///
/// ```
/// use candle_core::{Device, Result, Tensor};
/// use gather_core::{ErasedOptions, Op};
/// # fn main() -> Result<()> {
/// let data = Tensor::new(&[1_f32, 2.], &Device::Cpu)?;
/// let picks = Tensor::new(&[1_u32, 9], &Device::Cpu)?;
/// let jax = ErasedOptions::named("jax_fill").expect("the name of a preset");
/// let out = gather_candle::gather_op_with(Op::gather(0, 0), &data, &picks, &jax)?.to_vec1::<f32>()?;
/// assert!(out[0] == 2. && out[1].is_nan());
/// # Ok(())
/// # }
/// ```
pub fn gather_op_with(
    op: Op,
    data: &Tensor,
    indices: &Tensor,
    options: &ErasedOptions<'static>,
) -> Result<Tensor> {
    let options = *options;
    data.apply_op2(indices, forward::Gather { op, options })
}
