//! The loops that join the stages.
//!
//! Rows whose tuples lie one after another are taken block by block; while one block is copied, the rows of
//! the next are on their way. Picks that are used for many outer rows are resolved once and kept.

use core::{num::NonZero, ops::Range};

use super::{
    choice::{Measures, NEAR},
    cpu::{self, streams_done},
    fault::Fault,
    fused::{Fuse, Line},
    rows::Copying,
    slab::Slab,
    source::{Ahead, Source},
    stripes::Stripes,
    tuples::{Axis, BLOCK, FILL, MOST_DEPTH, Outside, Resolve, offset_of},
    walk::{Bases, Start, each_start, low, ramp},
};
use crate::{
    index::Index,
    kernel::{bytes::Byte, general::place_tuple},
    nest::Level,
    plan::Plan,
};

/// Picks that are kept while outer rows go by.
const PICKS: usize = 1024;

/// Rows that go by blocks after one that is out of range, at least and at most.
const LEAST_BY_BLOCKS: usize = 256;
const MOST_BY_BLOCKS: usize = 1 << 14;

/// How many outer rows ahead data is asked for, where picks are kept.
const AHEAD_OUTER: usize = 2;

const MOST_PICKS: NonZero<usize> = NonZero::new(PICKS).unwrap();
const MOST_ROWS: NonZero<usize> = NonZero::new(BLOCK).unwrap();

/// What is done with one step of the outer levels: where it begins, its first row, and where its rows go.
type Visit<'v> = dyn FnMut(Start, usize, &mut [Byte]) -> Result<(), Fault> + 'v;

/// One call, with its stages chosen.
#[derive(Debug)]
pub(crate) struct Job<'a, I> {
    pub(crate) plan: &'a Plan<'a>,
    pub(crate) levels: &'a [Level],
    pub(crate) indices: &'a [I],
    /// Indices in a tuple.
    pub(crate) depth: usize,
    pub(crate) source: &'a Source<'a>,
    pub(crate) axes: &'a [Axis; MOST_DEPTH],
    pub(crate) resolve: Resolve<I>,
    pub(crate) outside: Outside,
    /// Both stages in one loop, if there is one for the call.
    pub(crate) fused: Option<Fuse>,
    pub(crate) copying: Copying,
    pub(crate) measures: &'a Measures,
}

impl<'a, I: Index> Job<'a, I> {
    /// Gathers. On `Ok` every byte of `out` has been written.
    pub(crate) fn run(&self, out: &mut [Byte]) -> Result<(), Fault> {
        let done = match self.levels {
            [repeated, outer @ ..] if repeated.tuple_step == 0 => {
                self.each(outer, repeated.count, out, &mut |start, row, out| {
                    self.replay(Level::ONCE, *repeated, start, row, out)
                })
            }
            [picks, again, outer @ ..] if again.tuple_step == 0 => {
                let rows = picks.count.wrapping_mul(again.count);
                self.each(outer, rows, out, &mut |start, row, out| {
                    self.replay(*picks, *again, start, row, out)
                })
            }
            [columns, rows, outer @ ..]
                if let Some(fuse) = self.fused
                    && self.depth == 1
                    && let Some(stripes) =
                        Stripes::of(self.levels, self.axes[0], self.source.bytes) =>
            {
                let count = columns.count.wrapping_mul(rows.count);
                self.each(outer, count, out, &mut |start, row, out| {
                    self.stripes(fuse, &stripes, [columns, rows], start, row, out)
                })
            }
            [level, rest @ ..] if self.fused.is_some() => {
                let slab = Slab::of(self.levels, self.source);
                let (again, outer) = rest.split_first().unwrap_or((&Level::ONCE, rest));
                let rows = level.count.wrapping_mul(again.count);
                self.each(outer, rows, out, &mut |start, row, out| {
                    self.fuse(slab, [level, again], start, row, out)
                })
            }
            levels => {
                let (run, outer) = levels
                    .split_at_checked(contiguous(levels))
                    .ok_or(Fault::Broken)?;
                let rows = run
                    .iter()
                    .fold(1, |rows: usize, level| rows.wrapping_mul(level.count));
                self.each(outer, rows, out, &mut |start, row, out| {
                    self.line(run, 0..rows, start, row, out)
                })
            }
        };
        if self.measures.around {
            streams_done();
        }
        done
    }

    /// Visits the steps of the outer levels, each of which makes `rows` rows of the output.
    // Not generic over what is done, so that it is compiled once: a step has many rows.
    fn each(
        &self,
        outer: &[Level],
        rows: usize,
        out: &mut [Byte],
        visit: &mut Visit<'_>,
    ) -> Result<(), Fault> {
        let (data, tuple) = self.plan.start();
        if outer.is_empty() && out.len() == rows.wrapping_mul(self.source.bytes) {
            return visit(Start { data, tuple }, 0, out);
        }
        let mut parts = out.chunks_exact_mut(rows.wrapping_mul(self.source.bytes).max(1));
        let mut row = 0;
        each_start(outer, Start { data, tuple }, |start| {
            let part = parts.next().ok_or(Fault::Broken)?;
            visit(start, row, part)?;
            row += rows;
            Ok::<_, Fault>(())
        })?;
        // Nothing of the output may be left.
        match (parts.next(), parts.into_remainder()) {
            (None, []) => Ok(()),
            _ => Err(Fault::Broken),
        }
    }

    /// Some rows of those levels whose tuples lie one after another. While one block is copied, the rows of the next are on
    /// their way.
    fn line(
        &self,
        levels: &[Level],
        rows: Range<usize>,
        start: Start,
        first_row: usize,
        out: &mut [Byte],
    ) -> Result<(), Fault> {
        let mut bases = Bases::new(levels, start.data, rows.start).ok_or(Fault::Broken)?;
        let depth = self.depth();
        let first = start
            .tuple
            .wrapping_add(rows.start.wrapping_mul(depth.get()));
        let tuples = self.tuples(first, rows.len().wrapping_mul(depth.get()))?;
        let step = depth.saturating_mul(self.block()).get();
        let mut blocks = tuples.chunks(step);
        let mut row = first_row + rows.start;
        let mut fetch = |block: &mut Block| -> Result<(), Fault> {
            let tuples = blocks.next().unwrap_or(&[]);
            if self.measures.many_indices {
                let later = tuples.as_ptr().wrapping_add(2 * step);
                cpu::prefetch_stretch(later.cast(), size_of_val(tuples));
            }
            block.count = tuples.len() / depth;
            let bases = bases.next(block.count);
            block.fills = self.resolve(tuples, bases, block.positions_mut(), row)?;
            row += block.count;
            Ok(())
        };
        // Two blocks that change names, because to change their contents takes longer than to check them.
        let (mut one, mut other) = (Block::default(), Block::default());
        let (mut now, mut next) = (&mut one, &mut other);
        fetch(now)?;
        if self.measures.ahead {
            self.source.ask_for(now.positions());
        }
        let mut left = out;
        while now.count > 0 {
            fetch(next)?;
            let bytes = now.count * self.source.bytes;
            let (part, rest) = left.split_at_mut_checked(bytes).ok_or(Fault::Broken)?;
            let ahead = if self.measures.ahead {
                Ahead::Rows(next.positions())
            } else {
                Ahead::Nothing
            };
            self.copy(now.positions(), now.fills, ahead, part)?;
            left = rest;
            core::mem::swap(&mut now, &mut next);
        }
        if left.is_empty() {
            Ok(())
        } else {
            Err(Fault::Broken)
        }
    }

    /// Words by stripes of columns, if all is in range; otherwise line by line.
    fn stripes(
        &self,
        fuse: Fuse,
        stripes: &Stripes,
        [columns, rows]: [&Level; 2],
        start: Start,
        first_row: usize,
        out: &mut [Byte],
    ) -> Result<(), Fault> {
        let table = Line {
            tuple_pitch: rows.tuple_step,
            ..self.one_line(Slab::default(), columns, start.data, first_row)
        };
        let tuples = self.indices.get(start.tuple..).unwrap_or_default();
        // SAFETY: the loop asks for AVX2 only if it was chosen for `Path::Vector`, and `Path::current` says so
        // only where the machine has it.
        if unsafe { stripes.gather(fuse, table, tuples, out) } {
            return Ok(());
        }
        self.fuse(Slab::default(), [columns, rows], start, first_row, out)
    }

    /// Lines of rows, all in one loop.
    fn fuse(
        &self,
        slab: Slab,
        levels: [&Level; 2],
        start: Start,
        first_row: usize,
        out: &mut [Byte],
    ) -> Result<(), Fault> {
        let [level, again] = levels;
        let moved = self.move_lines(slab, levels, start, first_row, out);
        if moved >= level.count.wrapping_mul(again.count) {
            return Ok(());
        }
        self.go_on(slab, levels, start, [first_row, moved], out)
    }

    /// Lines of rows from the one on that the loop stopped at, which is out of range. That one and some after it, which are
    /// rarely the last, go by blocks: by more of them each time that the loop does not get further than they did.
    #[cold]
    fn go_on(
        &self,
        slab: Slab,
        levels: [&Level; 2],
        start: Start,
        [first_row, mut moved]: [usize; 2],
        out: &mut [Byte],
    ) -> Result<(), Fault> {
        let lines = levels.map(|level| *level);
        let [level, again] = levels;
        let all = level.count.wrapping_mul(again.count);
        let follows =
            again.count == 1 || again.tuple_step == level.tuple_step.wrapping_mul(level.count);
        let (mut done, mut some) = (moved, LEAST_BY_BLOCKS / 2);
        while done < all {
            some = if moved < some {
                some.saturating_mul(2).min(MOST_BY_BLOCKS)
            } else {
                LEAST_BY_BLOCKS
            };
            // Rows of all lines, or of one.
            let (line, row) = place_of_row(done, level);
            let (rows_of, count, next, at) = if follows {
                (&lines[..], all, done, start)
            } else {
                (&lines[..1], level.count, row, nth(start, again, line))
            };
            let few = some.min(count - next);
            let room = self.room(out, done..done + few)?;
            self.line(rows_of, next..next + few, at, first_row + done - next, room)?;
            done += few;
            moved = self.fuse_from(slab, levels, start, [first_row, done], out)?;
            done += moved;
        }
        Ok(())
    }

    /// Moves rows of lines, of which some are done, until one is out of range, and tells how many: first what is left of a
    /// line, then all later ones. The first of all is number `first_row`.
    fn fuse_from(
        &self,
        slab: Slab,
        [level, again]: [&Level; 2],
        start: Start,
        [first_row, done]: [usize; 2],
        out: &mut [Byte],
    ) -> Result<usize, Fault> {
        let all = level.count.wrapping_mul(again.count);
        let mut next = done;
        while next < all {
            let (line, row) = place_of_row(next, level);
            let count = level.count - row;
            let rows = Level { count, ..*level };
            let count = if row > 0 { 1 } else { again.count - line };
            let lines = Level { count, ..*again };
            let start = nth(nth(start, again, line), level, row);
            let room = self.room(out, next..next + rows.count * count)?;
            let moved = self.move_lines(slab, [&rows, &lines], start, first_row + next, room);
            next += moved;
            if moved < rows.count * count {
                break;
            }
        }
        Ok(next - done)
    }

    /// Where these rows of some go.
    fn room<'o>(&self, out: &'o mut [Byte], rows: Range<usize>) -> Result<&'o mut [Byte], Fault> {
        let bytes = |rows: usize| rows.wrapping_mul(self.source.bytes);
        out.get_mut(bytes(rows.start)..bytes(rows.end))
            .ok_or(Fault::Broken)
    }

    /// Moves the rows of these lines until one is out of range, and tells how many.
    // Out of line, so that it is compiled once.
    #[inline(never)]
    fn move_lines(
        &self,
        slab: Slab,
        [level, again]: [&Level; 2],
        start: Start,
        first_row: usize,
        out: &mut [Byte],
    ) -> usize {
        let lines = Line {
            lines: again.count,
            tuple_pitch: again.tuple_step,
            base_pitch: again.data_step,
            tuples: bytemuck::cast_slice(self.indices.get(start.tuple..).unwrap_or_default()),
            later_pitch: slab.pitch(self.source, level.count, again.data_step),
            ..self.one_line(slab, level, start.data, first_row)
        };
        match self.fused {
            // SAFETY: the function asks for AVX2 only if it was chosen for `Path::Vector`, and `Path::current` says
            // so only where the machine has it.
            Some(fuse) => unsafe { fuse(&lines, out) },
            None => 0,
        }
    }

    /// A line without its tuples, whose first row is number `row`.
    fn one_line(&self, slab: Slab, level: &Level, base: usize, row: usize) -> Line<'_> {
        Line {
            axes: self.axes,
            signed: I::SIGNED,
            outside: self.outside,
            source: self.source,
            base,
            step: level.data_step,
            rows: level.count,
            lines: 1,
            tuple_pitch: 0,
            out_pitch: level.count,
            base_pitch: 0,
            tuples: &[],
            later: slab.later(self.source, base, row),
            asked: slab.asked,
            later_pitch: 0,
            rows_ahead: if self.measures.ahead {
                self.measures.block
            } else {
                0
            },
            around: self.measures.around,
        }
    }

    /// The same picks for many outer rows: resolved once, copied for each.
    fn replay(
        &self,
        picks: Level,
        again: Level,
        start: Start,
        first_row: usize,
        out: &mut [Byte],
    ) -> Result<(), Fault> {
        let depth = self.depth();
        let per_row = picks.count.wrapping_mul(self.source.bytes);
        if out.len() != again.count.wrapping_mul(per_row) {
            return Err(Fault::Broken);
        }
        let tuples = self.tuples(start.tuple, picks.count.wrapping_mul(depth.get()))?;
        let mut room = [0; PICKS];
        for (n, tuples) in tuples
            .chunks(depth.saturating_mul(MOST_PICKS).get())
            .enumerate()
        {
            let (first, count) = (n * PICKS, tuples.len() / depth);
            let picked = room.get_mut(..count).ok_or(Fault::Broken)?;
            let step = first.wrapping_mul(picks.data_step);
            let base = start.data.wrapping_add(step);
            let fills = self.pick(tuples, base, picks.data_step, first_row + first, picked)?;
            let kept = Kept {
                picked,
                fills,
                first,
                all: picks.count,
            };
            self.repeat(&kept, again, start.data, out)?;
        }
        Ok(())
    }

    /// Resolves picks, of which the first is that of row `row`. Tells whether there are rows to fill.
    fn pick(
        &self,
        tuples: &[I],
        base: usize,
        step: usize,
        row: usize,
        picked: &mut [u32],
    ) -> Result<bool, Fault> {
        let depth = self.depth();
        let blocks = tuples
            .chunks(depth.saturating_mul(MOST_ROWS).get())
            .zip(picked.chunks_mut(BLOCK));
        let mut fills = false;
        for (n, (tuples, picked)) in blocks.enumerate() {
            let done = n * BLOCK;
            let mut bases = [0; BLOCK];
            let base = base.wrapping_add(done.wrapping_mul(step));
            ramp(&mut bases, base, step);
            let bases = bases.get(..picked.len()).unwrap_or_default();
            fills |= self.resolve(tuples, bases, picked, row + done)?;
        }
        Ok(fills)
    }

    /// Copies picks for all outer rows.
    fn repeat(
        &self,
        kept: &Kept<'_>,
        again: Level,
        base: usize,
        out: &mut [Byte],
    ) -> Result<(), Fault> {
        let (count, bytes) = (kept.picked.len().max(1), self.source.bytes.max(1));
        // Outer rows that fit the positions at once: more than one only if all picks are here.
        let whole = kept.picked.len() == kept.all;
        let rows = if whole { (PICKS / count).max(1) } else { 1 };
        let stretch = self.stretch(count);
        let mut room = [0; PICKS];
        let parts = out.chunks_mut(rows.wrapping_mul(kept.all).wrapping_mul(bytes).max(1));
        for (n, part) in parts.enumerate() {
            let (from, to) = (kept.first * bytes, (kept.first + count) * bytes);
            let part = if whole {
                part
            } else {
                part.get_mut(from..to).ok_or(Fault::Broken)?
            };
            let outer = n * rows;
            let moved = |outer: usize| outer.wrapping_mul(again.data_step);
            let ahead = if stretch > 0 {
                let next = base.wrapping_add(moved(outer + AHEAD_OUTER * rows));
                let bytes = stretch.saturating_mul(rows);
                self.source.lines(next, bytes, rows * count)
            } else {
                Ahead::Nothing
            };
            let here = part.len() / count.saturating_mul(bytes).max(1);
            if here == 1
                && let Some(source) = self.from(moved(outer))
            {
                self.copy_from(&source, kept.picked, kept.fills, ahead, part)?;
                continue;
            }
            for (m, positions) in room.chunks_exact_mut(count).take(here).enumerate() {
                shift(kept.picked, low(moved(outer + m)), positions);
            }
            let positions = room.get(..here * count).ok_or(Fault::Broken)?;
            self.copy(positions, kept.fills, ahead, part)?;
        }
        Ok(())
    }

    /// Bytes of the next outer row that are worth asking for in advance: all of them, if picks are dense in
    /// it.
    fn stretch(&self, picks: usize) -> usize {
        let positions = (self.axes[0].last as usize).wrapping_mul(self.axes[0].stride as usize);
        let bytes = positions.saturating_mul(self.source.quantum);
        let dense = picks.saturating_mul(cpu::LINE.max(self.source.bytes)) >= bytes;
        let far = self.source.data.len() > NEAR;
        if far && dense { bytes } else { 0 }
    }

    fn depth(&self) -> NonZero<usize> {
        NonZero::new(self.depth).unwrap_or(NonZero::<usize>::MIN)
    }

    fn block(&self) -> NonZero<usize> {
        NonZero::new(self.measures.block).unwrap_or(NonZero::<usize>::MIN)
    }

    fn tuples(&self, from: usize, count: usize) -> Result<&'a [I], Fault> {
        let rest = self.indices.get(from..).unwrap_or_default();
        rest.get(..count).ok_or(Fault::Broken)
    }

    /// The index stage of one block, whose first row is number `row`. Tells whether there are rows to fill.
    #[inline]
    fn resolve(
        &self,
        tuples: &[I],
        bases: &[u32],
        positions: &mut [u32],
        row: usize,
    ) -> Result<bool, Fault> {
        // SAFETY: the function asks for AVX2 only if it was chosen for `Path::Vector`, and `Path::current`
        // says so only where the machine has it.
        let wrong = unsafe { (self.resolve)(self.axes, tuples, bases, positions) };
        match self.outside {
            Outside::Report if wrong => {
                self.settle(tuples, bases, positions, row)?;
                Ok(false)
            }
            Outside::Fill => Ok(wrong),
            Outside::Report | Outside::Clamp => Ok(false),
        }
    }

    /// The index stage of one block in which something is out of range: the rule book is asked only about such tuples.
    #[cold]
    #[inline(never)]
    fn settle(
        &self,
        tuples: &[I],
        bases: &[u32],
        positions: &mut [u32],
        row: usize,
    ) -> Result<(), Fault> {
        let rows = tuples.chunks_exact(self.depth().get()).zip(bases);
        for (n, ((tuple, base), position)) in rows.zip(positions).enumerate() {
            let (offset, outside) = offset_of(self.axes, tuple);
            *position = base.wrapping_add(offset);
            if outside {
                let at = |coordinate: usize| tuple.get(coordinate).copied();
                let offset = place_tuple(self.plan, at, |_, _| Fault::Index { row: row + n })?;
                *position = offset.map_or(FILL, |offset| base.wrapping_add(low(offset)));
            }
        }
        Ok(())
    }

    /// The same rows, counted from a later position; `None` if that is not possible, because strides may
    /// lead to earlier ones.
    fn from(&self, position: usize) -> Option<Source<'a>> {
        let start = position.checked_mul(self.source.quantum)?;
        let data = self.source.data.get(start..)?;
        let forward = self.plan.axis_strides().is_none() && data.len() >= self.source.bytes;
        forward.then_some(Source {
            data,
            ..*self.source
        })
    }

    /// The copy stage of one block.
    #[inline]
    fn copy(
        &self,
        positions: &[u32],
        fills: bool,
        ahead: Ahead<'_>,
        out: &mut [Byte],
    ) -> Result<(), Fault> {
        self.copy_from(self.source, positions, fills, ahead, out)
    }

    #[inline]
    fn copy_from(
        &self,
        source: &Source<'_>,
        positions: &[u32],
        fills: bool,
        ahead: Ahead<'_>,
        out: &mut [Byte],
    ) -> Result<(), Fault> {
        let stage = if fills {
            self.copying.filling
        } else {
            self.copying.plain
        };
        if !source.admits(positions, fills, out.len()) {
            return Err(Fault::Broken);
        }
        let group = ahead.group(source.bytes, positions.len());
        let mut left = out;
        for (n, positions) in positions.chunks(group).enumerate() {
            ahead.ask(source, n, group);
            let bytes = positions.len().wrapping_mul(source.bytes);
            let (part, rest) = left.split_at_mut_checked(bytes).ok_or(Fault::Broken)?;
            // SAFETY: the source admits all the positions, so also these, and `part` is room for just these.
            // The function asks for AVX2 only if it was chosen for `Path::Vector`, and `Path::current` says
            // so only where the machine has it.
            let copied = unsafe { stage(source, positions, part) };
            if !copied {
                return Err(Fault::Broken);
            }
            left = rest;
        }
        Ok(())
    }
}

/// Picks that are used for many outer rows.
struct Kept<'a> {
    picked: &'a [u32],
    fills: bool,
    /// How many picks come before these, and how many there are in all.
    first: usize,
    all: usize,
}

/// Positions of one block.
struct Block {
    positions: [u32; BLOCK],
    count: usize,
    fills: bool,
}

impl Default for Block {
    fn default() -> Self {
        Self {
            positions: [0; BLOCK],
            count: 0,
            fills: false,
        }
    }
}

impl Block {
    fn positions(&self) -> &[u32] {
        self.positions.get(..self.count).unwrap_or_default()
    }

    fn positions_mut(&mut self) -> &mut [u32] {
        self.positions.get_mut(..self.count).unwrap_or_default()
    }
}

/// Positions moved by a distance; those to fill stay.
#[inline]
fn shift(picked: &[u32], distance: u32, positions: &mut [u32]) {
    for (position, pick) in positions.iter_mut().zip(picked) {
        *position = if *pick == FILL {
            FILL
        } else {
            pick.wrapping_add(distance)
        };
    }
}

/// On which line a row is, and which it is there. No division on the first line, where most calls stay.
#[inline(always)]
const fn place_of_row(row: usize, level: &Level) -> (usize, usize) {
    if row < level.count {
        return (0, row);
    }
    match row.checked_div(level.count) {
        Some(line) => (line, row - line * level.count),
        None => (0, row),
    }
}

/// Where step number `n` of a level begins.
const fn nth(start: Start, level: &Level, n: usize) -> Start {
    Start {
        data: start.data.wrapping_add(n.wrapping_mul(level.data_step)),
        tuple: start.tuple.wrapping_add(n.wrapping_mul(level.tuple_step)),
    }
}

/// How many levels, from the innermost, have their tuples one after another.
fn contiguous(levels: &[Level]) -> usize {
    let continues = |pair: &[Level]| match pair {
        [inner, outer] => outer.tuple_step == inner.tuple_step.wrapping_mul(inner.count),
        _ => false,
    };
    1 + levels.windows(2).take_while(|pair| continues(pair)).count()
}
