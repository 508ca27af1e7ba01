//! The kernel that takes every case.
//!
//! Two stages, a block of rows at a time. The index stage turns tuples into row positions: it asks the
//! fast question of every coordinate, remembers whether all were in range, and only if not goes over
//! the block again by the rule book, which fills, clamps, wraps or names the first index that is an
//! error. So the policies cost nothing while indices are good. The copy stage hands the positions to a
//! [`Sink`].

#[cfg(feature = "alloc")]
use alloc::vec::Vec;

use gather_spec::Place;

use crate::{
    element::Inputs,
    error::GatherError,
    index::{FastAxis, Index},
    kernel::sink::{FILL, Over, Sink},
    plan::{MOST_LEVELS, Plan},
};

#[cfg(feature = "alloc")]
use crate::kernel::sink::Append;

/// Rows in a block: enough to spread the cost of a stage, few enough to stay in the first cache.
const BLOCK: usize = 64;

/// Gathers by `Clone` into a new vector.
#[cfg(feature = "alloc")]
pub(crate) fn fresh<T: Clone, I: Index>(
    plan: &Plan<'_>,
    inputs: Inputs<'_, T, I>,
) -> Result<Vec<T>, GatherError> {
    let mut out = allocate(plan.elements())?;
    run(plan, 1, units_of(&inputs), &mut Append { out: &mut out })?;
    Ok(out)
}

/// Gathers by `Clone` over `out`, which has the output's length.
pub(crate) fn over<T: Clone, I: Index>(
    plan: &Plan<'_>,
    inputs: Inputs<'_, T, I>,
    out: &mut [T],
) -> Result<(), GatherError> {
    run(plan, 1, units_of(&inputs), &mut Over::new(out))
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
pub(crate) fn run<U, I: Index, S: Sink<U>>(
    plan: &Plan<'_>,
    scale: usize,
    units: Units<'_, U, I>,
    sink: &mut S,
) -> Result<(), GatherError> {
    if plan.elements() == 0 || scale == 0 {
        return validate(plan, units.indices);
    }
    let slice = plan.slice() * scale;
    let mut positions = [0; BLOCK];
    each_span(plan, |start| {
        let span = plan.span();
        let mut row = 0;
        while row < span.count {
            let positions = &mut positions[..BLOCK.min(span.count - row)];
            let block = Block {
                data: start.data + row * span.data_step,
                tuple: start.tuple + row * span.tuple_step,
            };
            if resolve(plan, units.indices, block, positions) {
                sink.rows(units.data, positions, slice);
            } else {
                settle(plan, units.indices, block, positions)?;
                for position in positions.iter() {
                    match *position {
                        FILL => sink.fill(units.fill, slice),
                        position => sink.row(units.data, position, slice),
                    }
                }
            }
            row += positions.len();
        }
        Ok(())
    })
}

/// Where a span or a block of it begins: a position in data and a tuple number.
#[derive(Clone, Copy, Debug)]
struct Block {
    data: usize,
    tuple: usize,
}

/// Visits the spans of a plan in the order of the output.
fn each_span(
    plan: &Plan<'_>,
    mut visit: impl FnMut(Block) -> Result<(), GatherError>,
) -> Result<(), GatherError> {
    let Some(levels) = plan.outer_levels() else {
        let span = plan.span().count;
        return (0..plan.rows() / span.max(1)).try_for_each(|number| {
            let (data, tuple) = plan.locate(number * span);
            visit(Block { data, tuple })
        });
    };
    let mut counters = [0_usize; MOST_LEVELS];
    let mut at = Block { data: 0, tuple: 0 };
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

/// The fast index stage of one block. False if any coordinate is not plainly in range; the positions
/// are then meaningless.
#[inline]
fn resolve<I: Index>(
    plan: &Plan<'_>,
    indices: &[I],
    block: Block,
    positions: &mut [usize],
) -> bool {
    let (span, stride) = (plan.span(), plan.stride());
    let mut all = true;
    let mut base = block.data;
    if let ([size], 1) = (plan.indexed_sizes(), span.tuple_step) {
        let axis = FastAxis::new(*size, plan.rules());
        let indices = &indices[block.tuple..block.tuple + positions.len()];
        for (position, index) in positions.iter_mut().zip(indices) {
            let offset = axis.position(*index);
            all &= axis.holds(offset);
            *position = base.wrapping_add(narrow(offset).wrapping_mul(stride));
            base = base.wrapping_add(span.data_step);
        }
        return all;
    }
    let depth = plan.depth();
    let mut first = block.tuple * depth;
    for position in positions {
        let tuple = &indices[first..first + depth];
        let mut offset = 0_usize;
        for (index, size) in tuple.iter().zip(plan.indexed_sizes()) {
            let axis = FastAxis::new(*size, plan.rules());
            let coordinate = axis.position(*index);
            all &= axis.holds(coordinate);
            offset = offset.wrapping_mul(*size).wrapping_add(narrow(coordinate));
        }
        *position = base.wrapping_add(offset.wrapping_mul(stride));
        base = base.wrapping_add(span.data_step);
        first += span.tuple_step * depth;
    }
    all
}

/// A position as a `usize`; exact if it is in range, because sizes are `usize`.
#[inline]
#[expect(
    clippy::cast_possible_truncation,
    reason = "a position that is cut is not in range, and then nobody uses it"
)]
const fn narrow(position: u64) -> usize {
    position as usize
}

/// The exact index stage of one block: by the rule book, under any policy.
#[cold]
fn settle<I: Index>(
    plan: &Plan<'_>,
    indices: &[I],
    block: Block,
    positions: &mut [usize],
) -> Result<(), GatherError> {
    let (span, depth) = (plan.span(), plan.depth());
    for (row, position) in positions.iter_mut().enumerate() {
        let first = (block.tuple + row * span.tuple_step) * depth;
        *position = match place_tuple(plan, indices, first)? {
            Some(offset) => block.data + row * span.data_step + offset * plan.stride(),
            None => FILL,
        };
    }
    Ok(())
}

/// Where the tuple at this position of the indices leads; `None` to fill.
fn place_tuple<I: Index>(
    plan: &Plan<'_>,
    indices: &[I],
    first: usize,
) -> Result<Option<usize>, GatherError> {
    let mut offset = Some(0);
    for (coordinate, size) in plan.indexed_sizes().iter().enumerate() {
        let flat = first + coordinate;
        let value = indices[flat].wide();
        match plan.rules().place(value, *size) {
            Place::At(at) => offset = offset.map(|offset| offset * size + at),
            Place::Fill => offset = None,
            Place::Outside => return Err(plan.index_error(flat, value)),
        }
    }
    Ok(offset)
}

/// Asks every index, in order, though nothing will be copied: an empty output is a success only if the
/// indices that exist are in range.
#[cold]
fn validate<I: Index>(plan: &Plan<'_>, indices: &[I]) -> Result<(), GatherError> {
    let depth = plan.depth().max(1);
    for (number, tuple) in indices.chunks(depth).enumerate() {
        for ((coordinate, index), size) in tuple.iter().enumerate().zip(plan.indexed_sizes()) {
            if plan.rules().place(index.wide(), *size) == Place::Outside {
                return Err(plan.index_error(number * depth + coordinate, index.wide()));
            }
        }
    }
    Ok(())
}
