//! What a call is done by: the stages that suit it, and how far ahead they look. Decided once, from the
//! plan and the sizes, for the call itself and for [`explain`](crate::explain) alike.

use core::{fmt, marker::PhantomData};

use gather_spec::Negative;

use super::{
    cpu::{Path, STREAMED},
    fused::{Find, Form, Fuse, MOST_FUSED, SHORT_LINE, find},
    lengths::{Constant, Length},
    rows::{Copying, SHORT, class, copying},
    source::{Source, WORD},
    tuples::{Axis, BLOCK, FILL, MOST_DEPTH, Outside, Resolve},
    walk::low,
};
use crate::{
    index::Index,
    kernel::{address::Address, bytes::widest},
    nest::Level,
    plan::Plan,
};

/// Outputs of at least this many bytes are written around the cache, where rows are long enough. Where several threads
/// share a call, each has near caches of its own, and all of them one way to memory.
const AROUND: usize = 12 << 20;
const AROUND_SHARED: usize = 24 << 20;

/// Data and output of at most this many bytes together stay in the last cache, from which stores around it would take the
/// output away.
const KEPT: usize = 32 << 20;

/// Rows of fewer bytes are never written around the cache: such stores and scattered reads wait for each other. On
/// the portable path, which asks for such rows less evenly, stores through the cache are slower still.
const fn least_around(path: Path) -> usize {
    match path {
        Path::Vector => 128,
        Path::Portable => 32,
    }
}

/// Tables of more bytes than this are not in the nearest caches, so that rows are asked for in advance.
const LARGE_TABLE: usize = 8 << 20;

/// Rows of more bytes than this are seen coming by the processor itself, so that asking pays only for tables
/// that are in no cache: of more bytes than the second number.
const LONG_ROW: usize = 512;
const LARGEST_TABLE: usize = 32 << 20;

/// Outputs of at most this many bytes touch so little of a table that it may well be near already.
const MANY_ROWS: usize = 1 << 20;

/// Bytes of rows that are asked for in advance, so that they are still there when they are copied, and how
/// many rows that is at least and at most.
const IN_FLIGHT: usize = 16 << 10;
const LEAST_IN_FLIGHT: usize = 4;
const MOST_IN_FLIGHT: usize = 128;

/// Data of at most this many bytes is in the nearest cache after it was touched once.
pub(crate) const NEAR: usize = 32 << 10;

/// Why a call is not for the engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Declined {
    /// There is nothing to move.
    Nothing,
    /// Tuples are too long, or empty.
    Depth,
    /// An axis is empty, or an axis or data is too large for 32 bits.
    Size,
    /// The tuples do not lie one after another, or the plan has too many levels.
    Order,
}

impl fmt::Display for Declined {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Nothing => "there is nothing to move",
            Self::Depth => "index tuples have no coordinate or more than four",
            Self::Size => "an indexed axis is empty, or sizes do not fit 32 bits",
            Self::Order => "index tuples do not lie one after another",
        })
    }
}

/// Finds the class of rows, which may be written around the cache.
type Class = fn(Path, &Source<'_>, bool) -> Copying;

/// What the caller's types say about rows.
#[derive(Clone, Copy, Debug)]
pub struct KnownRows {
    /// Finds the class of rows.
    class: Class,
    /// Finds the loop of words.
    fuse: Option<Find>,
    /// The class of rows of a constant length, if a kernel was made for it.
    constant: Option<ConstantRows>,
}

/// Rows of a constant length.
#[derive(Clone, Copy, Debug)]
struct ConstantRows {
    bytes: usize,
    class: fn(Path) -> Copying,
}

/// The row length of an address that knows it, in units of `W` bytes.
struct InBytes<A, I, const W: usize>(PhantomData<(A, I)>);

impl<A: Address<I>, I: Index, const W: usize> Length for InBytes<A, I, W> {
    const BYTES: usize = match A::SLICE {
        Some(units) => units.wrapping_mul(W),
        None => 0,
    };
}

impl KnownRows {
    /// What an address knows that moves elements as units of `W` bytes.
    pub(crate) const fn new<A: Address<I>, I: Index, const W: usize>() -> Self {
        // Shorter rows are words, which have a class of their own; longer ones are copied by a call.
        let bytes = InBytes::<A, I, W>::BYTES;
        Self {
            class: class::<W>,
            fuse: find::<W>(size_of::<I>()),
            constant: if bytes > 16 && bytes <= SHORT {
                Some(ConstantRows {
                    bytes,
                    class: copying::<Constant<InBytes<A, I, W>>>,
                })
            } else {
                None
            },
        }
    }

    /// What widths alone say, of elements and of indices, in bytes.
    pub(crate) const fn of_widths(element: usize, index: usize) -> Self {
        let (class, fuse): (Class, Option<Find>) = match widest(element) {
            16 => (class::<16>, find::<16>(index)),
            8 => (class::<8>, find::<8>(index)),
            4 => (class::<4>, find::<4>(index)),
            2 => (class::<2>, find::<2>(index)),
            _ => (class::<1>, find::<1>(index)),
        };
        Self {
            class,
            fuse,
            constant: None,
        }
    }

    pub(crate) fn choose(self, path: Path, source: &Source<'_>, around: bool) -> Copying {
        match self.constant {
            Some(ConstantRows { bytes, class })
                if bytes == source.bytes && bytes == source.quantum && !around =>
            {
                class(path)
            }
            _ => (self.class)(path, source, around),
        }
    }

    /// The loop in which both stages are one, if it is for this call.
    pub(crate) fn fuse<I>(self, stages: &Stages<'_, I>, measures: &Measures) -> Option<Fuse> {
        let line = stages.levels.first()?;
        let depth = stages.depth;
        let last_stride = stages.axes.get(depth.checked_sub(1)?)?.stride;
        let stepped = line.data_step != 0 || last_stride != 1;
        // Steps backwards are left to blocks: the loop's proof has no room for them.
        let forward = u32::try_from(line.data_step).is_ok()
            && stages.axes.get(..depth)?.iter().all(Axis::is_forward);
        let fits = depth <= MOST_FUSED
            && forward
            && (depth == 1 || !stepped)
            && line.tuple_step == depth
            && (line.count >= SHORT_LINE || short_lines_fit(stages.levels, measures))
            && measures.row == measures.quantum;
        let form = Form {
            depth,
            stepped,
            ahead: measures.ahead,
            around: measures.around,
            outside: stages.outside,
        };
        if fits {
            self.fuse?(Path::current(), form, measures.row)
        } else {
            None
        }
    }
}

/// Whether short lines follow each other in such a way that they are one loop for rows of several vectors.
fn short_lines_fit(levels: &[Level], measures: &Measures) -> bool {
    let [line, again, ..] = levels else {
        return false;
    };
    measures.row > WORD
        && !measures.ahead
        && !measures.around
        && again.tuple_step == line.count
        && line.count.saturating_mul(again.count) >= SHORT_LINE
}

/// The index stage of a call, and the order of its tuples.
pub(crate) struct Stages<'a, I> {
    pub(crate) levels: &'a [Level],
    pub(crate) depth: usize,
    pub(crate) axes: &'a [Axis; MOST_DEPTH],
    pub(crate) resolve: Resolve<I>,
    pub(crate) outside: Outside,
}

impl<'a, I: Index> Stages<'a, I> {
    /// The index stage of a plan. What is found out about its axes is kept in `axes`.
    #[inline]
    pub(crate) fn of(
        plan: &'a Plan<'_>,
        axes: &'a mut [Axis; MOST_DEPTH],
    ) -> Result<Self, Declined> {
        let depth = plan.depth();
        let levels = plan.levels().ok_or(Declined::Order)?;
        let step = levels.first().ok_or(Declined::Order)?.tuple_step;
        if depth == 0 || depth > MOST_DEPTH {
            return Err(Declined::Depth);
        }
        if (depth > 1 && plan.coordinate_step() != 1) || (step != depth && step != 0) {
            return Err(Declined::Order);
        }
        let outside = Outside::of(plan.rules().out_of_range);
        find_axes::<I>(plan, axes).ok_or(Declined::Size)?;
        Ok(Self {
            levels,
            depth,
            axes,
            resolve: I::stage(Path::current(), depth, outside).ok_or(Declined::Depth)?,
            outside,
        })
    }
}

/// The measures of a call, in bytes and rows.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Measures {
    /// Bytes in a row.
    pub(crate) row: usize,
    /// Bytes from one position in data to the next.
    pub(crate) quantum: usize,
    /// Whether the output is written around the cache.
    pub(crate) around: bool,
    /// Whether rows are asked for in advance.
    pub(crate) ahead: bool,
    /// Whether indices are: the processor's own guesses stop while rows are copied.
    pub(crate) many_indices: bool,
    /// Rows in a block.
    pub(crate) block: usize,
}

impl Measures {
    /// Measures a call over elements of so many bytes, with so many bytes of data and of indices.
    #[inline]
    pub(crate) fn of(
        plan: &Plan<'_>,
        element: usize,
        data: usize,
        indices: usize,
    ) -> Result<Self, Declined> {
        let bytes = |elements: usize| elements.checked_mul(element).ok_or(Declined::Size);
        let (row, quantum) = (bytes(plan.slice())?, bytes(plan.quantum())?);
        if plan.elements() == 0 || row == 0 {
            return Err(Declined::Nothing);
        }
        // No row may lie at the position that means "fill". Most data has not even as many bytes, and needs no division.
        if u32::try_from(data).is_err() && data / quantum.max(1) >= FILL as usize {
            return Err(Declined::Size);
        }
        let output = plan.elements_of_call().saturating_mul(element);
        let shared = plan.elements_of_call() != plan.elements();
        let large = if row > LONG_ROW {
            LARGEST_TABLE
        } else {
            LARGE_TABLE
        };
        let ahead = table(plan).saturating_mul(quantum) > large && output > MANY_ROWS;
        Ok(Self {
            row,
            quantum,
            around: output >= if shared { AROUND_SHARED } else { AROUND }
                && output.saturating_add(data) > KEPT
                && row >= least_around(Path::current())
                && row.is_multiple_of(STREAMED),
            ahead,
            many_indices: indices > NEAR,
            block: if ahead {
                (IN_FLIGHT / row).clamp(LEAST_IN_FLIGHT, MOST_IN_FLIGHT)
            } else {
                BLOCK
            },
        })
    }
}

/// Positions that the rows of one block may lie at; 0 where every row has a part of data to itself, because
/// those parts are passed in order.
fn table(plan: &Plan<'_>) -> usize {
    if plan.span().data_step != 0 {
        return 0;
    }
    let sizes = plan.indexed_sizes().iter();
    sizes.fold(plan.stride(), |rows, size| rows.saturating_mul(*size))
}

/// Writes down the indexed axes in 32 bits; `None` if they do not fit, or one is empty.
pub(crate) fn find_axes<I: Index>(plan: &Plan<'_>, axes: &mut [Axis; MOST_DEPTH]) -> Option<()> {
    let mut stride = plan.stride();
    let sizes = plan.indexed_sizes();
    for (n, size) in sizes.iter().enumerate().rev() {
        let size_in_32 = u32::try_from(i32::try_from(*size).ok()?).ok()?;
        *axes.get_mut(n)? = Axis {
            last: size_in_32.checked_sub(1)?,
            wrap: match plan.rules().negative {
                Negative::FromEnd if I::SIGNED => size_in_32,
                _ => 0,
            },
            stride: match plan.axis_strides() {
                Some(strides) => low(strides.get(n)?.cast_unsigned()),
                None => low(stride),
            },
        };
        stride = stride.wrapping_mul(*size);
    }
    Some(())
}
