//! Where rows begin, before any index is looked at: the nest of loops of a plan, walked row by row or run
//! by run.

use super::tuples::BLOCK;
use crate::{nest::Level, plan::MOST_LEVELS};

/// Where a run of rows begins: a position in data and one in the indices.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Start {
    pub(crate) data: usize,
    pub(crate) tuple: usize,
}

/// Visits every step of these levels, innermost first, in the order of the output.
pub(crate) fn each_start<E>(
    levels: &[Level],
    mut at: Start,
    mut visit: impl FnMut(Start) -> Result<(), E>,
) -> Result<(), E> {
    let mut counters = [0_usize; MOST_LEVELS];
    'starts: loop {
        visit(at)?;
        for (level, counter) in levels.iter().zip(&mut counters) {
            *counter += 1;
            at.data = at.data.wrapping_add(level.data_step);
            at.tuple = at.tuple.wrapping_add(level.tuple_step);
            if *counter < level.count {
                continue 'starts;
            }
            *counter = 0;
            let (data, tuple) = (
                level.count.wrapping_mul(level.data_step),
                level.count.wrapping_mul(level.tuple_step),
            );
            at.data = at.data.wrapping_sub(data);
            at.tuple = at.tuple.wrapping_sub(tuple);
        }
        return Ok(());
    }
}

/// Runs of fewer rows are not worth a loop of their own.
const SHORT_RUN: usize = 16;

/// Walks the rows of some levels, and tells where in data each one's part begins, modulo 2^32.
#[derive(Debug)]
struct Walk<'a> {
    inner: Level,
    outer: &'a [Level],
    counters: [usize; MOST_LEVELS],
    /// Rows of the innermost level that are done.
    done: usize,
    base: usize,
}

impl<'a> Walk<'a> {
    /// A walk over these levels, innermost first, from row number `first` on.
    fn new(levels: &'a [Level], mut base: usize, first: usize) -> Option<Self> {
        let (inner, outer) = levels.split_first()?;
        let mut counters = [0; MOST_LEVELS];
        let mut done = first;
        if first > 0 {
            done = first.checked_rem(inner.count)?;
            let mut left = first.checked_div(inner.count)?;
            for (level, counter) in outer.iter().zip(&mut counters) {
                *counter = left.checked_rem(level.count)?;
                left = left.checked_div(level.count)?;
                base = base.wrapping_add(counter.wrapping_mul(level.data_step));
            }
        }
        Some(Self {
            inner: *inner,
            outer,
            counters,
            done,
            base,
        })
    }

    /// Whether the next rows all begin where this one does, and more after them.
    #[inline]
    fn stays(&self, rows: usize) -> bool {
        self.inner.data_step == 0 && self.inner.count - self.done > rows
    }

    /// Where the next rows begin.
    #[inline]
    fn next(&mut self, bases: &mut [u32]) {
        if self.inner.count < SHORT_RUN {
            self.row_by_row(bases);
        } else {
            self.run_by_run(bases);
        }
    }

    fn row_by_row(&mut self, bases: &mut [u32]) {
        let first = self.done.wrapping_mul(self.inner.data_step);
        let mut at = self.base.wrapping_add(first);
        for base in bases {
            *base = low(at);
            at = at.wrapping_add(self.inner.data_step);
            self.done += 1;
            if self.done == self.inner.count {
                self.done = 0;
                self.advance();
                at = self.base;
            }
        }
    }

    fn run_by_run(&mut self, mut bases: &mut [u32]) {
        while !bases.is_empty() {
            let count = bases.len().min(self.inner.count - self.done);
            let (run, rest) = bases.split_at_mut(count);
            let first = self.done.wrapping_mul(self.inner.data_step);
            ramp(run, self.base.wrapping_add(first), self.inner.data_step);
            bases = rest;
            self.done += count;
            if self.done >= self.inner.count {
                self.done = 0;
                self.advance();
            }
        }
    }

    #[inline]
    fn advance(&mut self) {
        for (level, counter) in self.outer.iter().zip(&mut self.counters) {
            *counter += 1;
            self.base = self.base.wrapping_add(level.data_step);
            if *counter < level.count {
                return;
            }
            *counter = 0;
            let back = level.count.wrapping_mul(level.data_step);
            self.base = self.base.wrapping_sub(back);
        }
    }
}

/// A walk, a block at a time. In the middle of a long run the bases stay as they are.
#[derive(Debug)]
pub(crate) struct Bases<'a> {
    walk: Walk<'a>,
    bases: [u32; BLOCK],
    /// Whether all of `bases` are those of the run that is being walked.
    same: bool,
}

impl<'a> Bases<'a> {
    /// The rows of these levels, innermost first, from row number `first` on.
    pub(crate) fn new(levels: &'a [Level], base: usize, first: usize) -> Option<Self> {
        Some(Self {
            walk: Walk::new(levels, base, first)?,
            bases: [0; BLOCK],
            same: false,
        })
    }

    /// Where the next rows begin, at most [`BLOCK`] of them.
    #[inline]
    pub(crate) fn next(&mut self, count: usize) -> &[u32] {
        let count = count.min(BLOCK);
        if !(self.same && self.walk.stays(count)) {
            self.same = self.walk.stays(BLOCK);
            if self.same {
                self.bases.fill(low(self.walk.base));
            } else {
                self.walk.next(&mut self.bases[..count]);
                return &self.bases[..count];
            }
        }
        self.walk.done += count;
        &self.bases[..count]
    }
}

/// Equal steps, modulo 2^32.
// Out of line, so that its vectors are compiled once.
#[inline(never)]
pub(crate) fn ramp(to: &mut [u32], first: usize, step: usize) {
    let (mut at, step) = (low(first), low(step));
    for base in to {
        *base = at;
        at = at.wrapping_add(step);
    }
}

/// A position modulo 2^32.
#[inline(always)]
#[expect(clippy::cast_possible_truncation, reason = "the low half is wanted")]
pub(crate) const fn low(position: usize) -> u32 {
    position as u32
}
