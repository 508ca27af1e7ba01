//! The kernel that takes every case.
//!
//! Two stages, a block of rows at a time. The index stage ([`address`](super::address)) turns tuples
//! into row positions: it asks the fast question of every coordinate and remembers whether all were in
//! range. Only if not is the block gone over again by the rule book, which fills, clamps, wraps or names
//! the first index that is an error. So the policies cost nothing while indices are good. The copy stage
//! hands the positions to a [`Sink`].

#[cfg(feature = "alloc")]
use alloc::vec::Vec;

use gather_spec::Place;

use crate::{
    element::Inputs,
    error::GatherError,
    index::Index,
    kernel::{
        address::{Address, Block},
        sink::{FILL, Over, Sink},
    },
    plan::{MOST_LEVELS, Plan},
};

#[cfg(feature = "alloc")]
use crate::kernel::sink::Append;

/// Rows in a block: enough to spread the cost of a stage, few enough to stay in the first cache.
const BLOCK: usize = 64;

/// Gathers by `Clone` into a new vector.
#[cfg(feature = "alloc")]
pub(crate) fn fresh<T: Clone, I: Index, A: Address<I>>(
    plan: &Plan<'_>,
    address: &A,
    inputs: Inputs<'_, T, I>,
) -> Result<Vec<T>, GatherError> {
    let mut out = allocate(plan.elements())?;
    let mut sink = Append { out: &mut out };
    run(plan, address, 1, units_of(&inputs), &mut sink)?;
    Ok(out)
}

/// Gathers by `Clone` over `out`, which has the output's length.
pub(crate) fn over<T: Clone, I: Index, A: Address<I>>(
    plan: &Plan<'_>,
    address: &A,
    inputs: Inputs<'_, T, I>,
    out: &mut [T],
) -> Result<(), GatherError> {
    run(plan, address, 1, units_of(&inputs), &mut Over::new(out))
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
    let (span, depth, row_units) = (plan.span(), plan.depth(), plan.slice() * scale);
    let mut positions = [0; BLOCK];
    each_span(plan, |start| {
        // A constant stays one only inside: what a closure captures is read from memory.
        let slice = A::SLICE.unwrap_or(row_units);
        let mut row = 0;
        while row < span.count {
            let count = BLOCK.min(span.count - row);
            let first = start.tuple + row * span.tuple_step;
            let mut block = Block {
                tuples: &units.indices[first * depth..],
                depth,
                tuple_step: span.tuple_step,
                data: start.data + row * span.data_step,
                data_step: span.data_step,
                positions: &mut positions[..count],
            };
            if address.resolve(plan, &mut block) {
                sink.rows(units.data, &positions[..count], slice);
            } else {
                settle(plan, block, first * depth)?;
                for position in &positions[..count] {
                    match *position {
                        FILL => sink.fill(units.fill, slice),
                        position => sink.row(units.data, position, slice),
                    }
                }
            }
            row += count;
        }
        Ok(())
    })
}

/// Where a span begins: a position in data and a tuple number.
#[derive(Clone, Copy, Debug)]
struct Start {
    data: usize,
    tuple: usize,
}

/// Visits the spans of a plan in the order of the output.
fn each_span(
    plan: &Plan<'_>,
    mut visit: impl FnMut(Start) -> Result<(), GatherError>,
) -> Result<(), GatherError> {
    let Some(levels) = plan.outer_levels() else {
        let span = plan.span().count;
        return (0..plan.rows() / span.max(1)).try_for_each(|number| {
            let (data, tuple) = plan.locate(number * span);
            visit(Start { data, tuple })
        });
    };
    let mut counters = [0_usize; MOST_LEVELS];
    let mut at = Start { data: 0, tuple: 0 };
    'spans: loop {
        visit(at)?;
        for (level, counter) in levels.iter().zip(&mut counters) {
            *counter += 1;
            at.data += level.data_step;
            at.tuple += level.tuple_step;
            if *counter < level.count {
                continue 'spans;
            }
            *counter = 0;
            at.data -= level.count * level.data_step;
            at.tuple -= level.count * level.tuple_step;
        }
        return Ok(());
    }
}

/// The exact index stage of one block, whose tuples begin at `first` in the indices: by the rule book,
/// under any policy.
#[cold]
fn settle<I: Index>(plan: &Plan<'_>, block: Block<'_, I>, first: usize) -> Result<(), GatherError> {
    for (row, position) in block.positions.iter_mut().enumerate() {
        let tuple = row * block.tuple_step * block.depth;
        let coordinates = &block.tuples[tuple..tuple + block.depth];
        *position = match place_tuple(plan, coordinates, first + tuple)? {
            Some(offset) => block.data + row * block.data_step + offset * plan.stride(),
            None => FILL,
        };
    }
    Ok(())
}

/// Where a tuple at this flat position of the indices leads; `None` to fill.
fn place_tuple<I: Index>(
    plan: &Plan<'_>,
    tuple: &[I],
    flat: usize,
) -> Result<Option<usize>, GatherError> {
    let mut offset = Some(0);
    for ((coordinate, index), size) in tuple.iter().enumerate().zip(plan.indexed_sizes()) {
        match plan.rules().place(index.wide(), *size) {
            Place::At(at) => offset = offset.map(|offset| next(offset, *size, at)),
            Place::Fill => offset = None,
            Place::Outside => return Err(plan.index_error(flat + coordinate, index.wide())),
        }
    }
    Ok(offset)
}

/// Wraps only on the way to an axis that is empty, and then the tuple leads nowhere.
const fn next(offset: usize, size: usize, at: usize) -> usize {
    offset.wrapping_mul(size).wrapping_add(at)
}

/// Asks every index, in order, though nothing will be copied: an empty output is a success only if the
/// indices that exist are in range.
#[cold]
fn validate<I: Index>(plan: &Plan<'_>, indices: &[I]) -> Result<(), GatherError> {
    let depth = plan.depth().max(1);
    for (number, tuple) in indices.chunks(depth).enumerate() {
        place_tuple(plan, tuple, number * depth)?;
    }
    Ok(())
}
