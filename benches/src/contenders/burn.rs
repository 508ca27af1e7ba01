//! burn: the CPU backend `flex` without its threads, called below the tensor type of its users.

use burn_backend::{Element, TensorData};
use burn_flex::{FlexTensor, ops::gather_scatter};
use gather_core::Op;

use super::{Contender, making};
use crate::{
    Failure,
    workloads::{Case, Item, product},
};

pub(crate) fn all<T: Item + Element>(case: &Case<T>) -> Option<Contender<'_, T>> {
    let workload = &case.workload;
    let (axis, batch) = (workload.first_axis(), workload.batch_dims());
    let last = workload.indices.len() - 1;
    let data = FlexTensor::from_data(TensorData::new(case.data.clone(), workload.data));
    let indices =
        |shape: &[usize]| FlexTensor::from_data(TensorData::new(case.indices.clone(), shape));
    Some(match workload.op {
        Op::GatherElements { .. } => {
            let indices = indices(workload.indices);
            made("burn gather", move || {
                gather_scatter::gather::<T>(data.clone(), axis, indices.clone())
            })
        }
        Op::Gather { .. } if batch == 0 => {
            let indices = indices(&[product(workload.indices)]);
            made("burn select", move || {
                gather_scatter::select::<T>(data.clone(), axis, indices.clone())
            })
        }
        Op::GatherNd { .. } if batch == 0 => {
            let indices = indices(workload.indices);
            made("burn gather_nd", move || {
                gather_scatter::gather_nd::<T>(data.clone(), indices.clone())
            })
        }
        Op::GatherNd { .. } if workload.row() == 1 => {
            // One pick per batch is a gather of single elements.
            let indices = indices(&workload.indices[..last]);
            made("burn gather", move || {
                gather_scatter::gather::<T>(data.clone(), axis, indices.clone())
            })
        }
        Op::GatherNd { .. } | Op::Gather { .. } => return None,
    })
}

fn made<'a, T: Item + Element>(
    name: &'static str,
    mut call: impl FnMut() -> FlexTensor + 'a,
) -> Contender<'a, T> {
    making(
        name,
        move || Ok::<_, Failure>(call()),
        |made| Ok(made.storage::<T>().to_vec()),
    )
}
