//! The backward pass: a gather of places, then a sum over them.
//!
//! Where an output element came from does not depend on the elements. So the operator is run again, on
//! data whose elements are their own flat positions, and the gradient is added at the positions that it
//! gives. All three operators share this; the sum is candle's own.

use candle_core::{Result, Tensor};

use crate::forward::Gather;

/// The gradient of the data: each element of `gradient` is added where its output element came from.
pub(crate) fn scatter_add(
    gather: Gather,
    data: &Tensor,
    indices: &Tensor,
    gradient: &Tensor,
) -> Result<Tensor> {
    let zeros = data.zeros_like()?;
    if gradient.elem_count() == 0 {
        return Ok(zeros);
    }
    let count = i64::try_from(data.elem_count()).map_err(candle_core::Error::wrap)?;
    let positions = Tensor::arange(0, count, data.device())?.reshape(data.shape())?;
    let positions = positions.apply_op2_no_bwd(indices, &gather)?;
    let sums = zeros.flatten_all()?.index_add(
        &positions.flatten_all()?,
        &gradient.flatten_all()?.contiguous()?,
        0,
    )?;
    sums.reshape(data.shape())
}
