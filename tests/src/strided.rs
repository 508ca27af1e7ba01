//! Every dynamic call on strided views against the same call on contiguous copies: results and errors.

use crate::{
    agree::{MOST_MARKS, Marked, Narrow, options},
    lay::{Laid, Lay},
    oracle::{Case, elements},
};
use gather_core::{
    GatherError, GatherOptions, Op, TensorDyn, ViewDyn, gather_dyn, gather_dyn_into,
    gather_dyn_with, gather_elements_dyn, gather_elements_dyn_into, gather_elements_dyn_with,
    gather_nd_dyn, gather_nd_dyn_into, gather_nd_dyn_with, gather_op_dyn, gather_op_dyn_into,
    reference,
};

/// Numbers of values that no gather gives: what is filled in, and what buffers are poisoned with.
const FILLED: usize = MOST_MARKS;
const POISON: usize = MOST_MARKS + 1;

/// What lies between the indices: a value of every index type, out of range for most axes.
const BETWEEN: i128 = 126;

/// Random numbers for the lay of data and for that of the indices.
pub type Seeds = [Vec<usize>; 2];

/// One call on some views.
struct Run<'a, T, I> {
    op: Op,
    data: ViewDyn<'a, T>,
    indices: ViewDyn<'a, I>,
    options: &'a GatherOptions<T>,
}

/// Runs a case on views that lie in these ways.
///
/// # Panics
///
/// Something differs from the contiguous copies.
pub fn lies_do_not_matter<T: Marked, I: Narrow>(case: &Case, seeds: &Seeds) {
    let (data, indices) = laid::<T, I>(case, seeds);
    let options = options(case, T::mark(FILLED));
    let run = |data, indices| Run {
        op: case.op,
        data,
        indices,
        options: &options,
    };
    let expected = run(data.dense(), indices.dense()).fresh();
    let pairs = [
        run(data.strided(), indices.dense()),
        run(data.dense(), indices.strided()),
        run(data.strided(), indices.strided()),
    ];
    for run in pairs {
        let context = || format!("{case:?}, {:?}, {:?}", data.lay, indices.lay);
        assert_eq!(run.fresh(), expected, "{}", context());
        assert_eq!(run.slow(), expected, "the reference: {}", context());
        run.over_agrees(case, &expected, &context);
    }
}

/// Data that tells where it lies, and the indices of the case, in the ways that the seeds choose.
pub fn laid<T: Marked, I: Narrow>(case: &Case, [data, indices]: &Seeds) -> (Laid<T>, Laid<I>) {
    let narrow = |value: i128| I::try_from(value).expect("values are of the index type");
    let values: Vec<I> = case.values.iter().map(|value| narrow(*value)).collect();
    (
        Laid::marked(Lay::of(&case.data, data), T::mark),
        Laid::holding(Lay::of(&case.indices, indices), &values, narrow(BETWEEN)),
    )
}

impl<T: Marked, I: Narrow> Run<'_, T, I> {
    fn fresh(&self) -> Result<TensorDyn<T>, GatherError> {
        gather_op_dyn(self.op, self.data, self.indices, self.options)
    }

    fn slow(&self) -> Result<TensorDyn<T>, GatherError> {
        reference::gather(self.op, self.data, self.indices, self.options)
    }

    fn over_agrees(
        &self,
        case: &Case,
        expected: &Result<TensorDyn<T>, GatherError>,
        context: &dyn Fn() -> String,
    ) {
        let count = case.output_shape().and_then(|shape| elements(&shape));
        let mut out = vec![T::mark(POISON); count.unwrap_or(3)];
        let found = gather_op_dyn_into(self.op, self.data, self.indices, self.options, &mut out);
        match expected {
            Ok(expected) => {
                assert_eq!(found, Ok(()), "{}", context());
                assert_eq!(out, expected.as_slice(), "the buffer: {}", context());
            }
            Err(error) => {
                assert_eq!(found, Err(*error), "{}", context());
                let untouched = out.iter().all(|kept| *kept == T::mark(POISON));
                let partial = matches!(error, GatherError::Index(_));
                assert!(partial || untouched, "written: {}", context());
            }
        }
    }
}

/// What the calls that are named for an operator give: with choices, over a buffer, in ONNX's meaning.
pub type Named = (
    Result<TensorDyn<u32>, GatherError>,
    Result<Vec<u32>, GatherError>,
    Result<TensorDyn<u32>, GatherError>,
);

/// The named calls on strided views and on copies; `None` if they cannot take the attributes.
pub fn named_calls(case: &Case, seeds: &Seeds) -> Option<[Named; 2]> {
    let (data, indices) = laid::<u32, i64>(case, seeds);
    let options = options(case, u32::mark(FILLED));
    let count = case.output_shape().and_then(|shape| elements(&shape));
    let count = count.unwrap_or(0);
    Some([
        named(case.op, data.strided(), indices.strided(), &options, count)?,
        named(case.op, data.dense(), indices.dense(), &options, count)?,
    ])
}

fn named(
    op: Op,
    data: ViewDyn<'_, u32>,
    indices: ViewDyn<'_, i64>,
    options: &GatherOptions<u32>,
    count: usize,
) -> Option<Named> {
    let mut out = vec![u32::mark(POISON); count];
    let (with, over, plain) = match op {
        Op::GatherNd { batch_dims } => {
            let b = batch_dims.try_into().ok()?;
            (
                gather_nd_dyn_with(data, indices, b, options),
                gather_nd_dyn_into(data, indices, b, options, &mut out),
                gather_nd_dyn(data, indices, b),
            )
        }
        Op::Gather { axis, batch_dims } => {
            let (axis, b) = (axis.try_into().ok()?, batch_dims.try_into().ok()?);
            (
                gather_dyn_with(data, indices, axis, b, options),
                gather_dyn_into(data, indices, axis, b, options, &mut out),
                gather_dyn(data, indices, axis, b),
            )
        }
        Op::GatherElements { axis } => {
            let axis = axis.try_into().ok()?;
            (
                gather_elements_dyn_with(data, indices, axis, options),
                gather_elements_dyn_into(data, indices, axis, options, &mut out),
                gather_elements_dyn(data, indices, axis),
            )
        }
    };
    Some((with, over.map(|()| out), plain))
}
