//! tract: its operators called directly, without the price of running a model.

use gather_core::Op;
use tract_core::{
    internal::{EvalContext, EvalOp, TractResult},
    ops::array::{Gather, GatherElements, GatherNd},
    prelude::{Datum, IntoTValue, TValue, TVec, Tensor, tvec},
};

use super::{Contender, making};
use crate::{
    Failure,
    workloads::{Case, Item},
};

pub(crate) fn all<T: Item + Datum>(case: &Case<T>) -> Result<Contender<'_, T>, Failure> {
    let workload = &case.workload;
    let axis = workload.first_axis();
    let mut shape = workload.indices.to_vec();
    let op: Box<dyn EvalOp> = match workload.op {
        Op::GatherNd { .. } => Box::new(GatherNd::new(workload.batch_dims())),
        Op::Gather { batch_dims: 1, .. } => {
            // It has no `batch_dims` for Gather; the same is a GatherND of tuples of one.
            shape.push(1);
            Box::new(GatherNd::new(1))
        }
        Op::Gather { .. } => Box::new(Gather::new(axis)),
        Op::GatherElements { .. } => Box::new(GatherElements::new(axis)),
    };
    let data = Tensor::from_shape(workload.data, &case.data)?.into_tvalue();
    let indices = Tensor::from_shape(&shape, &case.indices)?.into_tvalue();
    let context = EvalContext::out_of_plan();
    let call = move || op.eval(&context, tvec!(data.clone(), indices.clone()));
    Ok(making("tract", call, elements::<T>))
}

fn elements<T: Item + Datum>(made: TVec<TValue>) -> Result<Vec<T>, Failure> {
    let first = made.into_iter().next().ok_or("no output")?;
    let copied: TractResult<Vec<T>> = first
        .to_plain_array_view::<T>()
        .map(|view| view.iter().copied().collect());
    Ok(copied?)
}
