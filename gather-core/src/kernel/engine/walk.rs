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
            self.by_doubling(bases);
        } else {
            self.run_by_run(bases);
        }
    }

    /// Runs so short that many are made at once: those of the second level are all alike.
    fn by_doubling(&mut self, mut bases: &mut [u32]) {
        let (run, step) = (self.inner.count.max(1), self.inner.data_step);
        while !bases.is_empty() {
            let again = self.outer.first().unwrap_or(&Level::ONCE);
            let runs = again.count.saturating_sub(self.counters[0]);
            let left = runs.saturating_mul(run).saturating_sub(self.done);
            let (now, later) = bases.split_at_mut(bases.len().min(left.max(1)));
            // As many rows as a run has, of which the last may be those of the next run.
            for (n, base) in now.iter_mut().take(run).enumerate() {
                let row = self.done + n;
                let run_of_it = usize::from(row >= run);
                let at = (row - run_of_it * run).wrapping_mul(step);
                let run_at = run_of_it.wrapping_mul(again.data_step);
                *base = low(self.base.wrapping_add(run_at).wrapping_add(at));
            }
            let (mut made, mut shift) = (run, low(again.data_step));
            while let Some((these, next)) = now.split_at_mut_checked(made)
                && !next.is_empty()
            {
                for (base, before) in next.iter_mut().zip(these) {
                    *base = before.wrapping_add(shift);
                }
                (made, shift) = (made * 2, shift.wrapping_mul(2));
            }
            let done = self.done + now.len();
            self.done = done % run;
            self.advance(done / run);
            bases = later;
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
                self.advance(1);
            }
        }
    }

    /// Goes on by so many runs, at most to the end of the second level.
    #[inline]
    fn advance(&mut self, mut runs: usize) {
        for (level, counter) in self.outer.iter().zip(&mut self.counters) {
            *counter += runs;
            self.base = self.base.wrapping_add(runs.wrapping_mul(level.data_step));
            if *counter < level.count {
                return;
            }
            *counter = 0;
            let back = level.count.wrapping_mul(level.data_step);
            self.base = self.base.wrapping_sub(back);
            runs = 1;
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

#[cfg(test)]
mod tests {
    extern crate std;

    use std::vec::Vec;

    use super::*;

    /// Where each row of these levels begins, one by one.
    fn all(levels: &[Level], base: usize) -> Vec<u32> {
        let mut all = Vec::new();
        let start = Start {
            data: base,
            tuple: 0,
        };
        let done = each_start(levels, start, |start| {
            all.push(low(start.data));
            Ok::<_, ()>(())
        });
        assert_eq!(done, Ok(()));
        all
    }

    #[test]
    fn blocks_begin_where_rows_do() {
        let back = 7_usize.wrapping_neg();
        let level = |count, data_step| Level {
            count,
            data_step,
            tuple_step: 1,
        };
        for run in [1, 2, 3, 5, 8, SHORT_RUN - 1, SHORT_RUN, 40, 300] {
            for again in [1, 2, 3, 60, 100] {
                for (step, again_step) in [(1, 9), (0, back), (back, 0), (0, 0)] {
                    let levels = [
                        level(run, step),
                        level(again, again_step),
                        level(3, 1 << 31),
                        level(2, 5),
                    ];
                    for levels in [&levels[..1], &levels[..2], &levels] {
                        check(levels);
                    }
                }
            }
        }
    }

    /// Blocks of several sizes, from the first row and from others.
    fn check(levels: &[Level]) {
        let expected = all(levels, 1000);
        for first in [0, 1, expected.len() / 2, expected.len() - 1] {
            for most in [1, 7, 100, BLOCK] {
                let mut bases = Bases::new(levels, 1000, first).expect("levels");
                let mut done = first;
                while done < expected.len() && done < first + 3 * BLOCK {
                    let count = most.min(expected.len() - done);
                    assert_eq!(
                        bases.next(count),
                        &expected[done..done + count],
                        "{levels:?} from {done}, first {first}"
                    );
                    done += count;
                }
            }
        }
    }
}
