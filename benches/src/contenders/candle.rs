//! candle: `index_select` and `gather`, with `i64` indices. It has no GatherND; the batched picks of single
//! elements are a `gather`.

use candle_core::{Device, Tensor, WithDType};
use gather_core::Op;

use super::{Contender, making};
use crate::{
    Failure,
    workloads::{Case, Item},
};

pub(crate) fn all<T: Item + WithDType>(
    case: &Case<T>,
) -> Result<Option<Contender<'_, T>>, Failure> {
    let (workload, cpu) = (&case.workload, Device::Cpu);
    let axis = workload.first_axis();
    let data = Tensor::from_slice(&case.data, workload.data, &cpu)?;
    let indices = Tensor::from_slice(&case.indices, workload.indices, &cpu)?;
    let elements = |made: Tensor| Ok(made.flatten_all()?.to_vec1::<T>()?);
    Ok(match workload.op {
        Op::Gather { batch_dims: 0, .. } => {
            let indices = indices.flatten_all()?;
            Some(making(
                "candle index_select",
                move || data.index_select(&indices, axis),
                elements,
            ))
        }
        Op::Gather { .. } => {
            let shape = case.output_shape.as_slice();
            let indices = indices.unsqueeze(2)?.broadcast_as(shape)?.contiguous()?;
            Some(making(
                "candle gather",
                move || data.gather(&indices, axis),
                elements,
            ))
        }
        Op::GatherElements { .. } => Some(making(
            "candle gather",
            move || data.gather(&indices, axis),
            elements,
        )),
        Op::GatherNd { .. } if workload.depth() == 1 && workload.row() == 1 => {
            let indices = indices.squeeze(workload.indices.len() - 1)?;
            Some(making(
                "candle gather",
                move || data.gather(&indices, axis),
                elements,
            ))
        }
        Op::GatherNd { .. } => None,
    })
}
