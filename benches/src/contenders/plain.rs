//! The loop that one writes by hand: no checks but the bounds of slices, no negative indices.

use core::hint::black_box;

use gather_core::Op;

use super::{Contender, Kind, writing};
use crate::{
    Failure,
    workloads::{Case, Item, product},
};

pub(crate) fn by_hand<T: Item>(case: &Case<T>) -> Contender<'_, T> {
    // The end of the slice is the end of the first indexed axis; others have none.
    let checked = case.workload.depth() == 1;
    writing("loop by hand", Kind::Loop, checked, move |out| {
        let case = black_box(case);
        match case.workload.op {
            Op::GatherNd { .. } => tuples(case, out),
            Op::Gather { .. } => rows(case, out),
            Op::GatherElements { .. } => elements(case, out),
        }
        Ok::<_, Failure>(())
    })
}

/// An index as an offset. A negative one becomes huge, and the slice refuses it.
#[expect(
    clippy::cast_sign_loss,
    clippy::cast_possible_truncation,
    reason = "what the loop by hand does"
)]
fn at(index: i64) -> usize {
    index as usize
}

/// Rows of one table, picked by one index each.
pub(crate) fn rows_loop<T: Copy>(data: &[T], row: usize, indices: &[i64], out: &mut [T]) {
    for (out, index) in out.chunks_exact_mut(row).zip(indices) {
        let start = at(*index) * row;
        out.copy_from_slice(&data[start..start + row]);
    }
}

fn tuples<T: Copy>(case: &Case<T>, out: &mut [T]) {
    let (shape, batch) = (case.workload.data, case.workload.batch_dims());
    let (depth, row) = (case.workload.depth(), case.workload.row());
    let per_batch = product(&case.workload.indices[batch..]);
    let tuples = case.indices.chunks_exact(per_batch);
    let data = case.data.chunks_exact(product(&shape[batch..]));
    let out = out.chunks_exact_mut(per_batch / depth * row);
    for ((data, tuples), out) in data.zip(tuples).zip(out) {
        for (out, tuple) in out.chunks_exact_mut(row).zip(tuples.chunks_exact(depth)) {
            let sizes = &shape[batch..batch + depth];
            let place = tuple.iter().zip(sizes);
            let start = place.fold(0, |place, (index, size)| place * size + at(*index)) * row;
            out.copy_from_slice(&data[start..start + row]);
        }
    }
}

fn rows<T: Copy>(case: &Case<T>, out: &mut [T]) {
    let (shape, batch) = (case.workload.data, case.workload.batch_dims());
    let (axis, row) = (case.workload.first_axis(), case.workload.row());
    let per_batch = product(&case.workload.indices[batch..]);
    let outer = product(&shape[batch..axis]);
    let mut tables = case.data.chunks_exact(shape[axis] * row);
    let mut out = out.chunks_exact_mut(per_batch * row);
    for indices in case.indices.chunks_exact(per_batch) {
        for (table, out) in tables.by_ref().zip(out.by_ref()).take(outer) {
            rows_loop(table, row, indices, out);
        }
    }
}

fn elements<T: Copy>(case: &Case<T>, out: &mut [T]) {
    let (shape, axis) = (case.workload.data, case.workload.first_axis());
    let columns = product(&shape[axis + 1..]);
    let per_table = case.workload.indices[axis] * columns;
    let tables = case.data.chunks_exact(shape[axis] * columns);
    let indices = case.indices.chunks_exact(per_table);
    for ((table, indices), out) in tables.zip(indices).zip(out.chunks_exact_mut(per_table)) {
        elements_loop(table, columns, indices, out);
    }
}

/// Elements of one table, each picked in its own column.
fn elements_loop<T: Copy>(table: &[T], columns: usize, indices: &[i64], out: &mut [T]) {
    let lines = indices.chunks_exact(columns);
    for (out, indices) in out.chunks_exact_mut(columns).zip(lines) {
        for (column, (out, index)) in out.iter_mut().zip(indices).enumerate() {
            *out = table[at(*index) * columns + column];
        }
    }
}
