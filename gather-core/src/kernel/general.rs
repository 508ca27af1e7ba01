//! The kernel that takes every case.
//!
//! Two stages, a block of rows at a time. The index stage ([`address`](super::address)) turns tuples
//! into row positions: it asks the fast question of every coordinate and remembers whether all were in
//! range. Only if not is the block gone over again by the rule book, which fills, clamps, wraps or names
//! the first index that is an error. So the policies cost nothing while indices are good. The copy stage
//! hands the positions to a [`Sink`].

#[cfg(feature = "alloc")]
use alloc::vec::Vec;

use gather_spec::{OutOfRange, Place};

use crate::{
    element::Inputs,
    error::GatherError,
    index::Index,
    kernel::{
        address::{Address, Block},
        engine::walk::{Start, each_start},
        sink::{FILL, Over, Rows, Sink},
    },
    plan::Plan,
};

#[cfg(feature = "alloc")]
use crate::{
    kernel::sink::Append,
    prepared::{Offsets, Ready},
};

/// Rows in a block: enough to spread the cost of a stage, few enough to stay in the first cache.
const BLOCK: usize = 64;

/// Gathers by `Clone` into a new vector.
#[cfg(feature = "alloc")]
pub(crate) fn fresh<T: Clone, I: Index, A: Address<I>>(
    plan: &Plan<'_>,
    address: &A,
    inputs: Inputs<'_, T, I>,
) -> Result<Vec<T>, GatherError> {
    can_fill(plan, inputs.fill)?;
    let expected = plan.elements();
    let mut out = allocate(expected)?;
    let mut sink = Append { out: &mut out };
    run(plan, address, 1, units_of(&inputs), &mut sink)?;
    match out.len() {
        found if found == expected => Ok(out),
        found => Err(GatherError::OutputLength { expected, found }),
    }
}

/// Gathers by `Clone` over `out`, which has the output's length.
pub(crate) fn over<T: Clone, I: Index, A: Address<I>>(
    plan: &Plan<'_>,
    address: &A,
    inputs: Inputs<'_, T, I>,
    out: &mut [T],
) -> Result<(), GatherError> {
    can_fill(plan, inputs.fill)?;
    run(plan, address, 1, units_of(&inputs), &mut Over::new(out))
}

/// Gathers by `Clone` into a new vector, by offsets that were found before.
#[cfg(feature = "alloc")]
pub(crate) fn prepared_fresh<T: Clone>(
    plan: &Plan<'_>,
    ready: &Ready<'_, T>,
) -> Result<Vec<T>, GatherError> {
    let mut out = allocate(plan.elements())?;
    let fill = ready.fill.map_or(&[][..], core::slice::from_ref);
    let mut sink = Append { out: &mut out };
    replay(plan, 1, (ready.data, fill), ready.offsets, &mut sink)?;
    Ok(out)
}

/// Gathers by `Clone` over `out`, which has the output's length, by offsets that were found before.
#[cfg(feature = "alloc")]
pub(crate) fn prepared_over<T: Clone>(
    plan: &Plan<'_>,
    ready: &Ready<'_, T>,
    out: &mut [T],
) -> Result<(), GatherError> {
    let fill = ready.fill.map_or(&[][..], core::slice::from_ref);
    let mut sink = Over::new(out);
    replay(plan, 1, (ready.data, fill), ready.offsets, &mut sink)
}

/// An empty vector with room for the output, or an error that says how much was asked for.
#[cfg(feature = "alloc")]
pub(crate) fn allocate<T>(elements: usize) -> Result<Vec<T>, GatherError> {
    let mut out = Vec::new();
    match out.try_reserve_exact(elements) {
        Ok(()) => Ok(out),
        Err(_) => Err(GatherError::OutOfMemory {
            elements,
            element_size: size_of::<T>(),
        }),
    }
}

/// Whether there is something to fill with, if the choice is to fill.
pub(crate) fn can_fill<T>(plan: &Plan<'_>, fill: Option<&T>) -> Result<(), GatherError> {
    match (plan.rules().out_of_range, fill) {
        (OutOfRange::Fill(()), None) => Err(GatherError::NoFillValue),
        _ => Ok(()),
    }
}

/// What the loops are given: elements as units, several of which may make one element.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Units<'a, U, I> {
    pub(crate) data: &'a [U],
    pub(crate) indices: &'a [I],
    /// The units of one fill value; empty if the policy is not to fill.
    pub(crate) fill: &'a [U],
}

/// Elements that are their own units.
fn units_of<'a, T, I>(inputs: &Inputs<'a, T, I>) -> Units<'a, T, I> {
    Units {
        data: inputs.data,
        indices: inputs.indices,
        fill: inputs.fill.map_or(&[], core::slice::from_ref),
    }
}

/// Gathers all rows into `sink`, where an element has `scale` units.
#[inline]
pub(crate) fn run<U, I: Index, A: Address<I>, S: Sink<U>>(
    plan: &Plan<'_>,
    address: &A,
    scale: usize,
    units: Units<'_, U, I>,
    sink: &mut S,
) -> Result<(), GatherError> {
    if plan.elements() == 0 || scale == 0 {
        return validate(plan, units.indices);
    }
    let span = plan.span();
    let (row_units, position_units) = (plan.slice() * scale, plan.quantum() * scale);
    let (mut positions, mut done) = ([0; BLOCK], 0);
    each_span(plan, &mut |start| {
        // A constant stays one only inside: what a closure captures is read from memory.
        let rows = Rows {
            slice: A::SLICE.unwrap_or(row_units),
            quantum: A::SLICE.unwrap_or(position_units),
        };
        let mut row = 0;
        while row < span.count {
            let count = BLOCK.min(span.count - row);
            let mut block = Block {
                indices: units.indices,
                first: row.wrapping_mul(span.tuple_step).wrapping_add(start.tuple),
                depth: plan.depth(),
                tuple_step: span.tuple_step,
                coordinate_step: plan.coordinate_step(),
                data: row.wrapping_mul(span.data_step).wrapping_add(start.data),
                data_step: span.data_step,
                positions: &mut positions[..count],
            };
            let taken = if address.resolve(plan, &mut block) {
                sink.rows(units.data, &positions[..count], rows)
            } else {
                settle(plan, block, done)?;
                positions[..count].iter().all(|position| match *position {
                    FILL => sink.fill(units.fill, rows),
                    position => sink.row(units.data, position, rows),
                })
            };
            if !taken {
                return Err(plan.broken());
            }
            row += count;
            done += count;
        }
        Ok(())
    })
}

/// Visits the spans of a plan in the order of the output.
// Not generic over what is done, so that what is done is compiled once for a kernel, and this once for all.
fn each_span(
    plan: &Plan<'_>,
    visit: &mut dyn FnMut(Start) -> Result<(), GatherError>,
) -> Result<(), GatherError> {
    let Some(levels) = plan.outer_levels() else {
        let span = plan.span().count;
        return (0..plan.rows() / span.max(1)).try_for_each(|number| {
            let (data, tuple) = plan.locate(number * span);
            visit(Start { data, tuple })
        });
    };
    let (data, tuple) = plan.start();
    each_start(levels, Start { data, tuple }, visit)
}

/// Gathers all rows into `sink` by offsets that were found before, where an element has `scale` units.
#[cfg(feature = "alloc")]
pub(crate) fn replay<U, S: Sink<U>>(
    plan: &Plan<'_>,
    scale: usize,
    (data, fill): (&[U], &[U]),
    offsets: &Offsets,
    sink: &mut S,
) -> Result<(), GatherError> {
    if plan.elements() == 0 {
        return Ok(());
    }
    let rows = Rows {
        slice: plan.slice() * scale,
        quantum: plan.quantum() * scale,
    };
    let (span, depth) = (plan.span(), plan.depth());
    each_span(plan, &mut |start| {
        for row in 0..span.count {
            let tuple = row.wrapping_mul(span.tuple_step).wrapping_add(start.tuple);
            // Tuples without coordinates lead to where their part of data begins.
            let offset = match tuple.checked_div(depth) {
                Some(tuple) => offsets.get(tuple),
                None => Some(0),
            };
            let base = row.wrapping_mul(span.data_step).wrapping_add(start.data);
            let taken = match offset {
                Some(offset) => sink.row(data, base.wrapping_add(plan.laid(offset)), rows),
                None => sink.fill(fill, rows),
            };
            if !taken {
                return Err(plan.broken());
            }
        }
        Ok(())
    })
}

/// The exact index stage of one block, whose first row is number `done`: by the rule book, under any
/// policy.
#[cold]
fn settle<I: Index>(plan: &Plan<'_>, block: Block<'_, I>, done: usize) -> Result<(), GatherError> {
    for row in 0..block.positions.len() {
        let at = |coordinate| block.coordinate(row, coordinate);
        let offset = place_tuple(plan, at, |coordinate, index| {
            plan.row_error(done + row, coordinate, index)
        })?;
        block.positions[row] = match offset {
            Some(offset) => block.base(row).wrapping_add(offset),
            None => FILL,
        };
    }
    Ok(())
}

/// Where a tuple leads, in positions from where its part of data begins; `None` to fill. The error is that of
/// the first coordinate that leads nowhere, with its index.
pub(crate) fn place_tuple<I: Index, E>(
    plan: &Plan<'_>,
    tuple: impl Fn(usize) -> Option<I>,
    error: impl Fn(usize, Option<I>) -> E,
) -> Result<Option<usize>, E> {
    let place = |(coordinate, size): (usize, &usize)| match tuple(coordinate) {
        Some(index) => plan.rules().place(index.wide(), *size),
        None => Place::Outside,
    };
    let mut fills = false;
    for (coordinate, size) in plan.indexed_sizes().iter().enumerate() {
        match place((coordinate, size)) {
            Place::At(_) => {}
            Place::Fill => fills = true,
            Place::Outside => return Err(error(coordinate, tuple(coordinate))),
        }
    }
    if fills {
        return Ok(None);
    }
    let positions = plan
        .indexed_sizes()
        .iter()
        .enumerate()
        .map(|at| match place(at) {
            Place::At(position) => position,
            Place::Fill | Place::Outside => 0,
        });
    Ok(Some(plan.offset(positions)))
}

/// Asks every index, in order, though nothing will be copied: an empty output is a success only if the
/// indices that exist are in range. A repeated index is asked once, however often it is repeated.
#[cold]
fn validate<I: Index>(plan: &Plan<'_>, indices: &[I]) -> Result<(), GatherError> {
    let depth = plan.depth().max(1);
    let (count, distinct) = plan.distinct_indices();
    for first in (0..count).step_by(depth) {
        let at = |coordinate| {
            let position = distinct.place(first + coordinate).position;
            indices.get(position).copied()
        };
        place_tuple(plan, at, |coordinate, index| {
            plan.index_error(distinct.place(first + coordinate).flat, index)
        })?;
    }
    Ok(())
}
