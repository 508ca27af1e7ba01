//! The engine of `Copy` elements: an index stage, a copy stage, and the loops that join them.
//!
//! ```text
//! tuples ──index stage──► positions, a block at a time ──copy stage──► output
//!           tuples.rs        walk.rs adds where the            rows.rs
//!                            rows' parts of data begin
//! ```
//!
//! Each stage is chosen once per call, from what matters to it alone: the index stage by index type, depth
//! and policy, the copy stage by the length of a row. So their code adds up instead of multiplying. Both are
//! plain loops, compiled for the target and for AVX2 ([`cpu`]).
//!
//! Rows of one machine word have both stages in one loop ([`fused`]), rows of several vectors too, and where columns of a large table are
//! picked from, it runs over packed [`stripes`].
//!
//! What the 32 bits of a position cannot hold, tuples of more than [`MOST_DEPTH`] coordinates, and indices
//! whose tuples do not lie one after another are declined; the [general](super::general) kernel takes them.

#[cfg(target_arch = "x86_64")]
mod assemble;
#[cfg(target_arch = "x86_64")]
pub(crate) mod avx2;
pub(crate) mod choice;
pub(crate) mod cpu;
pub(crate) mod fault;
#[cfg(target_arch = "x86_64")]
mod fills;
mod fused;
#[cfg(target_arch = "x86_64")]
mod fused_lanes;
#[cfg(target_arch = "x86_64")]
mod fused_rows;
mod job;
mod lengths;
#[cfg(target_arch = "x86_64")]
mod moves;
#[cfg(target_arch = "x86_64")]
mod outside_rows;
#[cfg(target_arch = "x86_64")]
mod plain;
#[cfg(target_arch = "x86_64")]
mod row_moves;
pub(crate) mod rows;
mod slab;
pub(crate) mod source;
pub(crate) mod stripes;
#[cfg(target_arch = "x86_64")]
mod triples;
pub(crate) mod tuples;
pub(crate) mod walk;

#[cfg(feature = "alloc")]
use crate::{error::GatherError, kernel::general::place_tuple, nest::Level, plan::MOST_LEVELS};
use crate::{index::Index, kernel::bytes::Byte, plan::Plan};

use choice::{Measures, Stages};
use cpu::Path;
use fault::Fault;
use job::Job;
use rows::{SHORT, repeat};
use source::Source;
use tuples::{Axis, MOST_DEPTH};
#[cfg(feature = "alloc")]
use {
    choice::{Declined, find_axes},
    tuples::{BLOCK, FILL, Outside, Resolve},
    walk::low,
};

pub(crate) use choice::KnownRows;

/// What is gathered, as bytes.
#[derive(Clone, Copy, Debug)]
pub struct Bytes<'a, I> {
    pub(crate) data: &'a [Byte],
    pub(crate) indices: &'a [I],
    /// One element to fill with; empty if the policy is not to fill.
    pub(crate) fill: &'a [Byte],
    /// Bytes in an element.
    pub(crate) element: usize,
}

/// Gathers; on success every byte of `out` has been written.
pub(crate) fn gather<I: Index>(
    plan: &Plan<'_>,
    bytes: Bytes<'_, I>,
    known: KnownRows,
    out: &mut [Byte],
) -> Result<(), Fault> {
    let mut axes = [Axis::default(); MOST_DEPTH];
    let stages = Stages::of(plan, &mut axes)?;
    gather_by(plan, bytes, known, &stages, out)
}

/// The same by offsets that were found before: one for each tuple, [`FILL`] to fill.
#[cfg(feature = "alloc")]
pub(crate) fn gather_prepared(
    plan: &Plan<'_>,
    bytes: Bytes<'_, u32>,
    known: KnownRows,
    out: &mut [Byte],
) -> Result<(), Fault> {
    let depth = plan.depth().max(1);
    let mut levels = [Level::default(); MOST_LEVELS];
    let used = plan.levels().ok_or(Declined::Order)?;
    for (to, level) in levels.iter_mut().zip(used) {
        let tuple_step = level.tuple_step / depth;
        *to = Level {
            tuple_step,
            ..*level
        };
    }
    let stages = Stages {
        levels: levels.get(..used.len()).ok_or(Declined::Order)?,
        depth: 1,
        axes: &[offsets(plan); MOST_DEPTH],
        resolve: tuples::prepared(Path::current()),
        outside: if bytes.fill.is_empty() {
            Outside::Report
        } else {
            Outside::Fill
        },
    };
    gather_by(plan, bytes, known, &stages, out)
}

/// Offsets as places on an axis, whose last is the largest offset that tuples can have.
#[cfg(feature = "alloc")]
fn offsets(plan: &Plan<'_>) -> Axis {
    let sizes = plan.indexed_sizes().iter();
    let positions = sizes.fold(plan.stride(), |all, size| all.wrapping_mul(*size));
    Axis {
        last: low(positions.wrapping_sub(plan.stride())),
        wrap: 0,
        stride: 1,
    }
}

// What is chosen stays where it is made: to move it takes as long as to choose it.
fn gather_by<I: Index>(
    plan: &Plan<'_>,
    bytes: Bytes<'_, I>,
    known: KnownRows,
    stages: &Stages<'_, I>,
    out: &mut [Byte],
) -> Result<(), Fault> {
    let indices = size_of_val(bytes.indices);
    let measures = Measures::of(plan, bytes.element, bytes.data.len(), indices)?;
    let mut room = [Byte::uninit(); SHORT];
    let source = Source {
        data: bytes.data,
        bytes: measures.row,
        quantum: measures.quantum,
        fill: written_out(bytes.fill, measures.row, &mut room),
    };
    let job = Job {
        plan,
        levels: stages.levels,
        indices: bytes.indices,
        depth: stages.depth,
        source: &source,
        axes: stages.axes,
        resolve: stages.resolve,
        outside: stages.outside,
        fused: known.fuse(stages, &measures),
        copying: known.choose(Path::current(), &source, measures.around),
        measures: &measures,
    };
    job.run(out)
}

/// As many fill elements as there is room for, and no more than a row has.
fn written_out<'a>(element: &'a [Byte], row: usize, room: &'a mut [Byte; SHORT]) -> &'a [Byte] {
    let most = row.min(SHORT);
    let whole = most - most.checked_rem(element.len()).unwrap_or(most);
    match room.get_mut(..whole) {
        Some(elements) if whole > element.len() => {
            repeat(element, elements);
            elements
        }
        _ => element,
    }
}

/// The index stage alone, for tuples in the order in which the indices are counted.
#[cfg(feature = "alloc")]
#[derive(Debug)]
pub(crate) struct Tuples<'a, I> {
    plan: &'a Plan<'a>,
    axes: [Axis; MOST_DEPTH],
    resolve: Resolve<I>,
    outside: Outside,
}

#[cfg(feature = "alloc")]
impl<'a, I: Index> Tuples<'a, I> {
    /// `None` if the tuples are not for this engine.
    pub(crate) fn new(plan: &'a Plan<'a>) -> Option<Self> {
        // Below the number that means "fill" there must be room for every offset.
        let mut sizes = plan.indexed_sizes().iter();
        let most = sizes.try_fold(plan.stride(), |most, size| most.checked_mul(*size))?;
        u32::try_from(most).ok()?;
        let outside = Outside::of(plan.rules().out_of_range);
        let mut axes = [Axis::default(); MOST_DEPTH];
        find_axes::<I>(plan, &mut axes)?;
        Some(Self {
            plan,
            axes,
            resolve: I::stage(Path::current(), plan.depth(), outside)?,
            outside,
        })
    }

    /// The offsets of dense indices; [`FILL`] to fill.
    pub(crate) fn offsets(&self, indices: &[I], offsets: &mut [u32]) -> Result<(), GatherError> {
        let depth = self.plan.depth();
        let blocks = indices.chunks(BLOCK * depth).zip(offsets.chunks_mut(BLOCK));
        for (n, (tuples, offsets)) in blocks.enumerate() {
            // SAFETY: the function asks for AVX2 only if it was chosen for `Path::Vector`, and
            // `Path::current` says so only where the machine has it.
            let wrong = unsafe { (self.resolve)(&self.axes, tuples, &[0; BLOCK], offsets) };
            if wrong && self.outside == Outside::Report {
                for (m, tuple) in tuples.chunks_exact(depth).enumerate() {
                    let at = |coordinate: usize| tuple.get(coordinate).copied();
                    let offset = place_tuple(self.plan, at, |coordinate, index| {
                        let flat = (n * BLOCK + m) * depth + coordinate;
                        self.plan.index_error(flat, index)
                    })?;
                    offsets[m] = offset.map_or(FILL, low);
                }
            }
        }
        Ok(())
    }
}
