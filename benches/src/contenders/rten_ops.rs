//! rten: the functions behind its operators, with the index type it has (`i32`) and outputs from a pool, as
//! a model run has them.

use core::{fmt::Debug, hint::black_box};

use gather_core::Op;
use rten::{BufferPool, ops};
use rten_tensor::{AsView, Tensor, TensorView};

use super::{Contender, Kind, Work};
use crate::{
    Failure,
    workloads::{Case, Item},
};

struct Pooled<'a, T> {
    case: &'a Case<T>,
    indices: Tensor<i32>,
    pool: BufferPool,
}

/// Gives a buffer back to the pool, which knows only certain elements.
pub(crate) trait Recycle: Sized {
    fn recycle(pool: &BufferPool, buffer: Vec<Self>);
}

impl Recycle for f32 {
    fn recycle(pool: &BufferPool, buffer: Vec<Self>) {
        pool.add(buffer);
    }
}

impl Recycle for u8 {
    fn recycle(pool: &BufferPool, buffer: Vec<Self>) {
        pool.add(buffer);
    }
}

pub(crate) fn all<T: Item + Debug + Recycle>(case: &Case<T>) -> Result<Contender<'_, T>, Failure> {
    let narrow = case.indices.iter().map(|index| i32::try_from(*index));
    let mut shape = case.workload.indices.to_vec();
    if is_batched_gather(case.workload.op) {
        // It has no `batch_dims` for Gather; the same is a GatherND of tuples of one.
        shape.push(1);
    }
    Ok(Contender {
        name: "rten, i32 indices",
        kind: Kind::Peer,
        checked: true,
        allocates: false,
        threads: 1,
        work: Box::new(Pooled {
            case,
            indices: Tensor::from_data(&shape, narrow.collect::<Result<Vec<_>, _>>()?),
            pool: BufferPool::new(),
        }),
    })
}

fn is_batched_gather(op: Op) -> bool {
    matches!(op, Op::Gather { batch_dims: 1, .. })
}

impl<T: Item + Debug> Pooled<'_, T> {
    fn call(&self) -> Result<Tensor<T>, Failure> {
        let workload = &self.case.workload;
        let data = TensorView::from_data(workload.data, black_box(&*self.case.data));
        let indices = self.indices.view();
        let axis = isize::try_from(workload.first_axis())?;
        Ok(match workload.op {
            op if is_batched_gather(op) => ops::gather_nd(&self.pool, data, indices, 1),
            Op::GatherNd { .. } => ops::gather_nd(&self.pool, data, indices, workload.batch_dims()),
            Op::Gather { .. } => ops::gather(&self.pool, data, axis, indices),
            Op::GatherElements { .. } => ops::gather_elements(&self.pool, data, indices, axis),
        }?)
    }
}

impl<T: Item + Debug + Recycle> Work<T> for Pooled<'_, T> {
    fn repeat(&mut self, calls: u32, _out: &mut [T]) -> Result<(), Failure> {
        for _ in 0..calls {
            T::recycle(&self.pool, black_box(self.call()?).into_data());
        }
        Ok(())
    }

    fn answer(&mut self, out: &mut [T]) -> Result<(), Failure> {
        let made = self.call()?.into_data();
        if made.len() != out.len() {
            return Err("another number of elements".into());
        }
        out.copy_from_slice(&made);
        Ok(())
    }
}
