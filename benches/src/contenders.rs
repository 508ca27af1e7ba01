//! Who runs: the macro's kernels, the dynamic calls, and the loop that one writes by hand.

use gather_core::{
    GatherError, GatherOptions, Op, View, ViewDyn, gather_kernel, gather_op_dyn_into,
};

use crate::workloads::{Inputs, Workload};

type Run = fn(&Workload, &Inputs, &mut [f32]) -> Result<(), GatherError>;

/// One way to do a workload.
pub(crate) struct Contender {
    pub(crate) name: &'static str,
    pub(crate) run: Run,
}

/// The contenders of a workload; not every workload has a typed kernel.
pub(crate) fn contenders(workload: &Workload) -> Vec<Contender> {
    let mut all = vec![
        Contender {
            name: "dynamic",
            run: dynamic,
        },
        Contender {
            name: "loop",
            run: by_hand,
        },
    ];
    all.extend(typed(workload).map(|run| Contender { name: "typed", run }));
    all
}

fn dynamic(workload: &Workload, inputs: &Inputs, out: &mut [f32]) -> Result<(), GatherError> {
    let data = ViewDyn::new(&inputs.data, workload.data)?;
    let indices = ViewDyn::new(&inputs.indices, workload.indices)?;
    gather_op_dyn_into(workload.op, data, indices, &GatherOptions::default(), out)
}

/// Views of the ranks that a kernel wants.
fn views<'a, const R: usize, const Q: usize>(
    workload: &'a Workload,
    inputs: &'a Inputs,
) -> Result<(View<'a, f32, R>, View<'a, i64, Q>), GatherError> {
    let data = ViewDyn::new(&inputs.data, workload.data)?.try_into()?;
    let indices = ViewDyn::new(&inputs.indices, workload.indices)?.try_into()?;
    Ok((data, indices))
}

/// The macro's kernel for a workload: rank known, and the slice where users know it.
fn typed(workload: &Workload) -> Option<Run> {
    macro_rules! kernel {
        ($($spec:tt)*) => {
            Some(|workload, inputs, out| {
                let (data, indices) = views(workload, inputs)?;
                gather_kernel!($($spec)*).run_into(data, indices, out)
            })
        };
    }
    let number = workload.name.split(' ').next()?;
    match number {
        "W1" | "W2" => kernel!(GatherND, f32, i64, rank = 2, depth = 2, indices_rank = 2),
        "W3" => kernel!(
            GatherND,
            f32,
            i64,
            data = [_, _, _, 15],
            depth = 3,
            indices_rank = 3
        ),
        "W4" => kernel!(
            GatherND,
            f32,
            i64,
            data = [_, _, _, 35],
            batch_dims = 2,
            depth = 1,
            indices_rank = 4
        ),
        "W5" => kernel!(
            GatherND,
            f32,
            i64,
            rank = 4,
            batch_dims = 3,
            depth = 1,
            indices_rank = 5
        ),
        "W6" => kernel!(Gather, f32, i64, data = [_, 768], indices_rank = 2),
        "W7" => kernel!(Gather, f32, i64, data = [_, 16], indices_rank = 1),
        "W8" => kernel!(Gather, f32, i64, rank = 2, axis = 1, indices_rank = 1),
        "W9" => kernel!(
            Gather,
            f32,
            i64,
            data = [_, _, 32],
            axis = 1,
            batch_dims = 1,
            indices_rank = 2
        ),
        "W10" => kernel!(GatherElements, f32, i64, rank = 2, axis = 1),
        "W11" => kernel!(GatherElements, f32, i64, rank = 2, axis = 0),
        "W12" => kernel!(GatherElements, f32, i64, rank = 3, axis = 1),
        "W13" => kernel!(
            GatherND,
            f32,
            i64,
            data = [_, _, 2],
            depth = 2,
            indices_rank = 3
        ),
        _ => None,
    }
}

/// The loop written by hand, without any check but the bounds of slices. It is also what every answer is
/// compared with.
fn by_hand(workload: &Workload, inputs: &Inputs, out: &mut [f32]) -> Result<(), GatherError> {
    let (data, axis, depth) = (workload.data, workload.first_axis, workload.depth);
    let product = |sizes: &[usize]| sizes.iter().product::<usize>();
    if let Op::GatherElements { .. } = workload.op {
        elements_by_hand(workload, inputs, out);
        return Ok(());
    }
    let slice = product(&data[axis + depth..]);
    let block = product(&data[axis..]);
    let (outer, tuples) = match workload.op {
        Op::GatherNd { .. } => (
            1,
            product(&workload.indices[axis..workload.indices.len() - 1]),
        ),
        Op::Gather { batch_dims, .. } => {
            let batch = usize::try_from(batch_dims).unwrap_or(0);
            (
                product(&data[batch..axis]),
                product(&workload.indices[batch..]),
            )
        }
        Op::GatherElements { .. } => (1, 0),
    };
    let per_batch = tuples * depth;
    for (row, out) in out.chunks_exact_mut(slice).enumerate() {
        let (base, tuple) = (row / tuples, row % tuples);
        let first = base / outer * per_batch + tuple * depth;
        let mut at = 0;
        for (index, size) in inputs.indices[first..first + depth]
            .iter()
            .zip(&data[axis..])
        {
            at = at * size + usize::try_from(*index).unwrap_or(0);
        }
        let start = base * block + at * slice;
        out.copy_from_slice(&inputs.data[start..start + slice]);
    }
    Ok(())
}

fn elements_by_hand(workload: &Workload, inputs: &Inputs, out: &mut [f32]) {
    let (data, axis) = (workload.data, workload.first_axis);
    let columns: usize = data[axis + 1..].iter().product();
    let (size, picks) = (data[axis], workload.indices[axis]);
    for (n, (out, index)) in out.iter_mut().zip(&inputs.indices).enumerate() {
        let (outer, column) = (n / (picks * columns), n % columns);
        let at = usize::try_from(*index).unwrap_or(0);
        *out = inputs.data[(outer * size + at) * columns + column];
    }
}

/// The right answer.
pub(crate) fn plain_loop(workload: &Workload, inputs: &Inputs) -> Vec<f32> {
    let shape = gather_core::gather_op_output_shape(
        workload.op,
        workload.data,
        workload.indices,
        gather_core::Rules::ONNX,
    );
    let mut out = vec![0.0; shape.map_or(0, |shape| shape.elements())];
    if by_hand(workload, inputs, &mut out).is_err() {
        out.clear();
    }
    out
}
