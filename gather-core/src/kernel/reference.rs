//! The operators straight from their formulas: slow, plain, and in safe code.
//!
//! For every output element the coordinates are written down, the index is looked up, the data element
//! is cloned. There is no plan, no stride, no block. The fast kernels must agree with this on every
//! input, results and errors alike; it is public so that anyone can check.
//!
//! ```
//! use gather_core::{GatherError, GatherOptions, Op, ViewDyn, gather_nd_dyn, reference};
//! let data = ViewDyn::new(&[1, 2, 3, 4], &[2, 2])?;
//! let indices = ViewDyn::new(&[1_i64, 0], &[2, 1])?;
//! let slow = reference::gather(Op::gather_nd(0), data, indices, &GatherOptions::default())?;
//! assert_eq!(slow, gather_nd_dyn(data, indices, 0)?);
//! # Ok::<(), GatherError>(())
//! ```

use alloc::{vec, vec::Vec};

use gather_spec::{BatchOutput, Call, Op, Place, Rules};

use crate::{
    error::GatherError, index::Index, kernel::general::allocate, options::GatherOptions,
    plan::Plan, tensor::TensorDyn, view::ViewDyn,
};

/// Any of the three operators on any `Clone` type.
///
/// # Errors
///
/// Exactly those of the dynamic calls.
pub fn gather<T: Clone, I: Index>(
    op: Op,
    data: ViewDyn<'_, T>,
    indices: ViewDyn<'_, I>,
    options: &GatherOptions<T>,
) -> Result<TensorDyn<T>, GatherError> {
    let rules = options.rules(op.operator())?;
    let plan = Plan::of(op, data.layout(), indices.layout(), rules)?;
    let mut out = allocate(plan.elements())?;
    every_index_is_allowed(&plan, indices)?;
    // Flattening the batch changes the shape of the output, not the order of its elements.
    let kept = Rules {
        batch_output: BatchOutput::Kept,
        ..rules
    };
    let call = Call {
        op,
        data: data.shape(),
        indices: indices.shape(),
        rules: kept,
    };
    let rank = call.output_rank().unwrap_or(0);
    let shape: Vec<usize> = (0..rank)
        .filter_map(|axis| call.output_size(axis))
        .collect();

    for n in 0..plan.elements() {
        let at = coordinates(n, &shape);
        let source = source(&call, &at, indices);
        out.extend(match source {
            Some(source) => Some(element(data, &source).clone()),
            None => options.fill().cloned(),
        });
    }
    Ok(TensorDyn::agreed(out, plan.output_shape().to_vec()))
}

fn every_index_is_allowed<I: Index>(
    plan: &Plan<'_>,
    indices: ViewDyn<'_, I>,
) -> Result<(), GatherError> {
    for (flat, index) in indices.iter().enumerate() {
        let size = plan.indexed_sizes()[flat % plan.depth()];
        if plan.rules().place(index.wide(), size) == Place::Outside {
            return Err(plan.index_error(flat, Some(*index)));
        }
    }
    Ok(())
}

/// The data coordinates of the output element at these coordinates; `None` if it is filled.
fn source<I: Index>(
    call: &Call<'_, [usize], [usize]>,
    at: &[usize],
    indices: ViewDyn<'_, I>,
) -> Option<Vec<usize>> {
    let place = |index_at: &[usize], axis: usize| {
        let value = element(indices, index_at).wide();
        match call.rules.place(value, call.data[axis]) {
            Place::At(position) => Some(position),
            Place::Fill | Place::Outside => None,
        }
    };
    let (batch, q) = (call.batch_dims()?, call.indices.len());
    match call.op {
        // out[i_0 … i_{q-2}, rest] = data[i_0 … i_{b-1}, indices[i_0 … i_{q-2}, 0 … k-1], rest]
        Op::GatherNd { .. } => {
            let (tuple_at, rest) = at.split_at(q - 1);
            let mut source = tuple_at[..batch].to_vec();
            for coordinate in 0..call.depth()? {
                let index_at = [tuple_at, &[coordinate]].concat();
                source.push(place(&index_at, batch + coordinate)?);
            }
            source.extend(rest);
            Some(source)
        }
        // out[p_0 … p_{a-1}, i_b … i_{q-1}, p_{a+1} …] =
        //     data[p_0 … p_{a-1}, indices[p_0 … p_{b-1}, i_b … i_{q-1}], p_{a+1} …]
        Op::Gather { .. } => {
            let axis = call.axis()?;
            let (before, rest) = at.split_at(axis);
            let (picks, after) = rest.split_at(q - batch);
            let index_at = [&before[..batch], picks].concat();
            Some([before, &[place(&index_at, axis)?], after].concat())
        }
        // out[i_0 … i_a …] = data[i_0 … indices[i_0 … i_a …] …]
        Op::GatherElements { .. } => {
            let axis = call.axis()?;
            let mut source = at.to_vec();
            source[axis] = place(at, axis)?;
            Some(source)
        }
    }
}

/// The coordinates of element number `n`.
fn coordinates(n: usize, shape: &[usize]) -> Vec<usize> {
    let mut at = vec![0; shape.len()];
    let mut rest = n;
    for (at, size) in at.iter_mut().zip(shape).rev() {
        *at = rest % size;
        rest /= size;
    }
    at
}

/// The element at these coordinates; a size of 1 is there for every coordinate.
fn element<'a, T>(view: ViewDyn<'a, T>, at: &[usize]) -> &'a T {
    let sizes = view.shape().iter();
    let within: Vec<usize> = at
        .iter()
        .zip(sizes)
        .map(|(at, size)| if *size == 1 { 0 } else { *at })
        .collect();
    &view.storage()[view.layout().position_of(&within)]
}
