//! ndarray: loops by hand with its indexing, negative indices and bounds included, and `select`, which
//! takes `usize`.

use core::hint::black_box;

use gather_core::Op;
use ndarray::{
    Array2, ArrayView, ArrayViewMut, Axis, Dimension, Ix1, Ix2, Ix3, Ix4, ShapeError, s,
};

use super::{Contender, Kind, making, writing};
use crate::{
    Failure,
    workloads::{Case, Item, product},
};

pub(crate) fn all<T: Item>(case: &Case<T>) -> Result<Vec<Contender<'_, T>>, Failure> {
    let mut all = vec![writing("ndarray by hand", Kind::Peer, true, by_hand(case)?)];
    all.extend(select(case)?);
    Ok(all)
}

/// `select` along an axis; indices are converted beforehand, as its users have them.
fn select<T: Item>(case: &Case<T>) -> Result<Option<Contender<'_, T>>, Failure> {
    let Op::Gather { batch_dims: 0, .. } = case.workload.op else {
        return Ok(None);
    };
    let data = view::<T, Ix2>(&case.data, case.workload.data)?;
    let indices: Vec<usize> = case.indices.iter().map(|index| at(*index, 0)).collect();
    let axis = Axis(case.workload.first_axis());
    Ok(Some(making(
        "ndarray select",
        move || Ok::<_, Failure>(data.select(axis, black_box(&indices))),
        |made: Array2<T>| {
            // Along an inner axis the result may lie in another order.
            Ok(made.iter().copied().collect())
        },
    )))
}

fn view<'a, T, D: Dimension>(
    elements: &'a [T],
    shape: &[usize],
) -> Result<ArrayView<'a, T, D>, ShapeError> {
    ArrayView::from_shape(shape, elements)?.into_dimensionality()
}

fn view_mut<'a, T, D: Dimension>(
    elements: &'a mut [T],
    shape: &[usize],
) -> Result<ArrayViewMut<'a, T, D>, ShapeError> {
    ArrayViewMut::from_shape(shape, elements)?.into_dimensionality()
}

/// An index as a subscript; one out of range stays out of range and the array refuses it.
#[expect(
    clippy::cast_sign_loss,
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    reason = "what the loop by hand does"
)]
fn at(index: i64, size: usize) -> usize {
    (if index < 0 {
        index + size as i64
    } else {
        index
    }) as usize
}

type ByHand<'a, T> = Box<dyn FnMut(&mut [T]) -> Result<(), ShapeError> + 'a>;

/// The loop for each form of the workloads. Batches are merged beforehand.
fn by_hand<T: Item>(case: &Case<T>) -> Result<ByHand<'_, T>, Failure> {
    let (workload, shape) = (&case.workload, case.workload.data);
    let (batch, axis) = (workload.batch_dims(), workload.first_axis());
    let merged = [&[product(&shape[..batch])], &shape[batch..]].concat();
    Ok(match (workload.op, workload.depth(), workload.row()) {
        (Op::GatherNd { .. }, 1, 1) => one_per_batch(case, &merged)?,
        (Op::GatherNd { .. }, 1, _) => batched_rows(case, &merged)?,
        (Op::Gather { batch_dims: 1, .. }, ..) => batched_rows(case, shape)?,
        (Op::GatherNd { .. }, 2, 1) => pairs(case)?,
        (Op::GatherNd { .. }, 2, _) => rows_of_pairs(case)?,
        (Op::GatherNd { .. }, ..) => rows_of_triples(case)?,
        (Op::Gather { .. }, ..) if axis == 0 => rows(case)?,
        (Op::Gather { .. }, ..) => columns(case)?,
        (Op::GatherElements { .. }, ..) => elements(case)?,
    })
}

fn pairs<T: Item>(case: &Case<T>) -> Result<ByHand<'_, T>, ShapeError> {
    let data = view::<T, Ix2>(&case.data, case.workload.data)?;
    let indices = view::<i64, Ix2>(&case.indices, case.workload.indices)?;
    let (height, width) = data.dim();
    Ok(Box::new(move |out| {
        for (n, out) in out.iter_mut().enumerate() {
            *out = data[[at(indices[[n, 0]], height), at(indices[[n, 1]], width)]];
        }
        Ok(())
    }))
}

fn rows_of_pairs<T: Item>(case: &Case<T>) -> Result<ByHand<'_, T>, ShapeError> {
    let data = view::<T, Ix3>(&case.data, case.workload.data)?;
    let indices = view::<i64, Ix2>(&case.indices, &[case.indices.len() / 2, 2])?;
    let (height, width, row) = data.dim();
    Ok(Box::new(move |out| {
        let mut out = view_mut::<T, Ix2>(out, &[indices.nrows(), row])?;
        let indices = black_box(&indices);
        for n in 0..indices.nrows() {
            let (y, x) = (at(indices[[n, 0]], height), at(indices[[n, 1]], width));
            out.row_mut(n).assign(&data.slice(s![y, x, ..]));
        }
        Ok(())
    }))
}

fn rows_of_triples<T: Item>(case: &Case<T>) -> Result<ByHand<'_, T>, ShapeError> {
    let data = view::<T, Ix4>(&case.data, case.workload.data)?;
    let indices = view::<i64, Ix2>(&case.indices, &[case.indices.len() / 3, 3])?;
    let (depth, height, width, row) = data.dim();
    Ok(Box::new(move |out| {
        let mut out = view_mut::<T, Ix2>(out, &[indices.nrows(), row])?;
        for n in 0..indices.nrows() {
            let z = at(indices[[n, 0]], depth);
            let (y, x) = (at(indices[[n, 1]], height), at(indices[[n, 2]], width));
            out.row_mut(n).assign(&data.slice(s![z, y, x, ..]));
        }
        Ok(())
    }))
}

fn one_per_batch<'a, T: Item>(
    case: &'a Case<T>,
    merged: &[usize],
) -> Result<ByHand<'a, T>, ShapeError> {
    let data = view::<T, Ix2>(&case.data, merged)?;
    let indices = view::<i64, Ix1>(&case.indices, &[case.indices.len()])?;
    let width = data.ncols();
    Ok(Box::new(move |out| {
        for (n, out) in out.iter_mut().enumerate() {
            *out = data[[n, at(indices[n], width)]];
        }
        Ok(())
    }))
}

fn batched_rows<'a, T: Item>(
    case: &'a Case<T>,
    merged: &[usize],
) -> Result<ByHand<'a, T>, ShapeError> {
    let data = view::<T, Ix3>(&case.data, merged)?;
    let (batches, height, row) = data.dim();
    let picks = case.indices.len() / batches;
    let indices = view::<i64, Ix2>(&case.indices, &[batches, picks])?;
    Ok(Box::new(move |out| {
        let mut out = view_mut::<T, Ix3>(out, &[batches, picks, row])?;
        for b in 0..batches {
            for n in 0..picks {
                let y = at(indices[[b, n]], height);
                out.slice_mut(s![b, n, ..])
                    .assign(&data.slice(s![b, y, ..]));
            }
        }
        Ok(())
    }))
}

fn rows<T: Item>(case: &Case<T>) -> Result<ByHand<'_, T>, ShapeError> {
    let data = view::<T, Ix2>(&case.data, case.workload.data)?;
    let indices = view::<i64, Ix1>(&case.indices, &[case.indices.len()])?;
    let (height, row) = data.dim();
    Ok(Box::new(move |out| {
        let mut out = view_mut::<T, Ix2>(out, &[indices.len(), row])?;
        for (mut out, index) in out.rows_mut().into_iter().zip(&indices) {
            out.assign(&data.row(at(*index, height)));
        }
        Ok(())
    }))
}

fn columns<T: Item>(case: &Case<T>) -> Result<ByHand<'_, T>, ShapeError> {
    let data = view::<T, Ix2>(&case.data, case.workload.data)?;
    let indices = view::<i64, Ix1>(&case.indices, &[case.indices.len()])?;
    let (height, width) = data.dim();
    Ok(Box::new(move |out| {
        let mut out = view_mut::<T, Ix2>(out, &[height, indices.len()])?;
        for y in 0..height {
            for (x, index) in indices.iter().enumerate() {
                out[[y, x]] = data[[y, at(*index, width)]];
            }
        }
        Ok(())
    }))
}

/// Any axis: as three dimensions, the axis in the middle.
fn elements<T: Item>(case: &Case<T>) -> Result<ByHand<'_, T>, ShapeError> {
    let axis = case.workload.first_axis();
    let three = |shape: &[usize]| {
        [
            product(&shape[..axis]),
            shape[axis],
            product(&shape[axis + 1..]),
        ]
    };
    let data = view::<T, Ix3>(&case.data, &three(case.workload.data))?;
    let shape = three(case.workload.indices);
    let indices = view::<i64, Ix3>(&case.indices, &shape)?;
    let size = data.dim().1;
    Ok(Box::new(move |out| {
        let mut out = view_mut::<T, Ix3>(out, &shape)?;
        for a in 0..shape[0] {
            for b in 0..shape[1] {
                for c in 0..shape[2] {
                    out[[a, b, c]] = data[[a, at(indices[[a, b, c]], size), c]];
                }
            }
        }
        Ok(())
    }))
}
