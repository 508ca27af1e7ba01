//! Words picked along an inner axis, from a table that the nearest cache does not hold.
//!
//! GatherElements along an axis that is not the last reads, for the columns of one row of indices, from rows
//! all over the table: every load is a cache line of its own, and with sizes that are powers of two those
//! lines crowd each other out. So a stripe of a few columns is packed into a small table first, and all rows
//! of indices pick from that before the next stripe is packed. The small table is in the nearest caches, and
//! packing reads the large one in order.
//!
//! Stripes do not go through the indices in their order. So if one is out of range and that is an error,
//! nothing is decided here, and the ordinary way, which starts from the beginning, finds the first.

use super::{
    cpu::{self, Path},
    fused::{Fuse, GROUP, Line},
    slab::FAR,
    source::Source,
    tuples::Axis,
};
use crate::{kernel::bytes::Byte, nest::Level};

/// Bytes of the small table. It is on the stack, because calls over a buffer allocate nothing; no other
/// scratch is as large.
pub(crate) const SCRATCH: usize = 128 << 10;

/// Bytes of a stripe's rows at most: two cache lines.
const WIDEST: usize = 128;

/// Tables of at most this many bytes are near enough as they are.
const NEAR_TABLE: usize = 512 << 10;

/// Of so many rows of the table at least one must be picked from for each column, or packing costs more than
/// it saves.
const PICKED: usize = 4;

/// A table, and the rows of indices that pick from it, column by column.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stripes {
    /// Rows of the table, and the positions from one to the next.
    height: usize,
    pitch: usize,
    /// Columns, and the rows of indices.
    columns: usize,
    rows: usize,
    /// Columns of a stripe.
    width: usize,
}

impl Stripes {
    /// The stripes of a call with these levels, if they are worth it.
    pub(crate) fn of(levels: &[Level], axis: Axis, word: usize) -> Option<Self> {
        let [columns, rows, ..] = levels else {
            return None;
        };
        let (height, pitch) = (axis.last as usize + 1, axis.stride as usize);
        let in_columns = columns.data_step == 1 && columns.tuple_step == 1 && rows.data_step == 0;
        let bytes = height.checked_mul(pitch)?.checked_mul(word)?;
        let packed = height.checked_mul(word)?;
        // As wide as there is room for, in whole groups.
        let width = WIDEST.checked_div(word)?.min(SCRATCH.checked_div(packed)?) / GROUP * GROUP;
        // In plain loops the copies cost more than what stripes save.
        let worth = Path::current() != Path::Portable
            && in_columns
            && bytes > NEAR_TABLE
            && width > 0
            && columns.count >= width
            && columns.count <= pitch
            && rows.count >= height / PICKED;
        worth.then_some(Self {
            height,
            pitch,
            columns: columns.count,
            rows: rows.count,
            width,
        })
    }

    /// Columns that are packed together.
    pub(crate) const fn width(&self) -> usize {
        self.width
    }

    /// Gathers all of `out` from the table that begins at `base`; false, with some of it done, if the
    /// ordinary way must do it.
    ///
    /// # Safety
    ///
    /// `fuse` must be a loop that this machine can run.
    #[inline(never)]
    pub(crate) unsafe fn gather<I: bytemuck::Pod>(
        &self,
        fuse: Fuse,
        table: Line<'_>,
        tuples: &[I],
        out: &mut [Byte],
    ) -> bool {
        let mut scratch = [Byte::uninit(); SCRATCH];
        let word = table.source.bytes;
        let mut from = 0;
        while from < self.columns {
            let width = self.width.min(self.columns - from);
            let packed = self.height * width * word;
            let Some(packed) = scratch.get_mut(..packed) else {
                return false;
            };
            if !self.pack(&table, from, width, packed) {
                return false;
            }
            let source = Source {
                data: packed,
                ..*table.source
            };
            let mut axes = *table.axes;
            axes[0].stride = u32::try_from(width).unwrap_or(u32::MAX);
            let line = Line {
                axes: &axes,
                source: &source,
                base: 0,
                rows: width,
                lines: self.rows,
                tuples: bytemuck::cast_slice(tuples.get(from..).unwrap_or_default()),
                ..table
            };
            let line = if table.source.data.len() > FAR {
                self.ask_for_next(line, &table, from + width)
            } else {
                line
            };
            let room = out.get_mut(from * word..).unwrap_or_default();
            // SAFETY: the caller's promise.
            if unsafe { fuse(&line, room) } != width * self.rows {
                return false;
            }
            from += width;
        }
        true
    }

    /// A line of rows with which the columns from `from` on are asked for.
    fn ask_for_next<'a>(&self, line: Line<'a>, table: &Line<'_>, from: usize) -> Line<'a> {
        let word = table.source.bytes;
        let start = (table.base + from).wrapping_mul(word);
        let groups = (line.rows / GROUP).max(1);
        Line {
            later: table.source.data.as_ptr().wrapping_add(start),
            asked: (line.rows * word).div_ceil(cpu::LINE).div_ceil(groups),
            later_pitch: self.pitch * word,
            ..line
        }
    }

    /// Packs the columns from `from` on.
    fn pack(&self, table: &Line<'_>, from: usize, width: usize, packed: &mut [Byte]) -> bool {
        let word = table.source.bytes;
        let rows = packed.chunks_exact_mut((width * word).max(1));
        let start = (table.base + from) * word;
        for (row, to) in rows.enumerate() {
            let at = start + row * self.pitch * word;
            let Some(row) = table.source.data.get(at..at + to.len()) else {
                return false;
            };
            to.copy_from_slice(row);
        }
        true
    }
}
