//! The backward pass: a gather of places, then a sum over them.
//!
//! Where an output element came from does not depend on the elements. So the operator is run again, on
//! data whose elements are their own flat positions, and the gradient is added at the positions that it
//! gives. All three operators share this; the sum is candle's own.
//!
//! Elements that were filled in came from nowhere. Their position is one behind the last, and what is added
//! there is left out in the end.

use core::convert::Infallible;

use candle_core::{Error, Result, Tensor};
use gather_core::ErasedFill;

use crate::forward::Gather;

/// The gradient of the data: each element of `gradient` is added where its output element came from.
pub(crate) fn scatter_add(
    gather: &Gather,
    data: &Tensor,
    indices: &Tensor,
    gradient: &Tensor,
) -> Result<Tensor> {
    if gradient.elem_count() == 0 {
        return data.zeros_like();
    }
    let elements = data.elem_count();
    let count = i64::try_from(elements).map_err(Error::wrap)?;
    let nowhere = |_: &ErasedFill<'_>| Ok(ErasedFill::Integer(count.into()));
    let Ok(options) = gather.options.try_map_fill::<_, Infallible>(nowhere);
    let places = Gather {
        op: gather.op,
        options,
    };
    let positions = Tensor::arange(0, count, data.device())?.reshape(data.shape())?;
    let positions = positions.apply_op2_no_bwd(indices, &places)?;
    let zeros = Tensor::zeros(elements + 1, data.dtype(), data.device())?;
    let sums = zeros.index_add(
        &positions.flatten_all()?,
        &gradient.flatten_all()?.contiguous()?,
        0,
    )?;
    sums.narrow(0, 0, elements)?.reshape(data.shape())
}
