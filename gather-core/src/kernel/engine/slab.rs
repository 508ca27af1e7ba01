//! The part of data that rows pick from next, asked for while they pick from this one.

use super::{cpu::LINE, fused::GROUP, source::Source};
use crate::{kernel::bytes::Byte, nest::Level};

/// Data of at most this many bytes is near enough after it was touched once.
pub(crate) const FAR: usize = 8 << 20;

/// Parts of at most this many bytes are found by the processor itself, many at a time.
const LARGE_PART: usize = 16 << 10;

/// Most cache lines that are asked for with a group of rows.
const MOST_ASKED: usize = 8;

/// A part of data that many rows pick from, before others pick from the next.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Slab {
    /// Rows that pick from it, and positions to the next.
    rows: usize,
    step: usize,
    /// Cache lines of the next that are asked for with each group of rows.
    pub(crate) asked: usize,
}

impl Slab {
    /// None if data is near, or rows are too few to ask for all of the next in time.
    pub(crate) fn of(levels: &[Level], source: &Source<'_>) -> Self {
        let outer = levels.iter().skip(1);
        let Some(inner) = outer.clone().position(|level| level.data_step != 0) else {
            return Self::default();
        };
        let count = |rows: usize, level: &Level| rows.wrapping_mul(level.count);
        let rows = levels.iter().take(inner + 1).fold(1, count);
        let step = levels.get(inner + 1).map_or(0, |level| level.data_step);
        let bytes = step.saturating_mul(source.quantum);
        let lines = bytes.div_ceil(LINE);
        let asked = lines.div_ceil((rows / GROUP).max(1));
        if source.data.len() <= FAR || bytes <= LARGE_PART || asked > MOST_ASKED {
            return Self::default();
        }
        Self { rows, step, asked }
    }

    /// What row number `row`, whose part of data begins at `base`, asks for.
    pub(crate) fn later(self, source: &Source<'_>, base: usize, row: usize) -> *const Byte {
        let groups = row.checked_rem(self.rows).unwrap_or(0) / GROUP;
        let next = base.wrapping_add(self.step).wrapping_mul(source.quantum);
        let lines = groups.wrapping_mul(self.asked).wrapping_mul(LINE);
        source.data.as_ptr().wrapping_add(next).wrapping_add(lines)
    }

    /// From one line of so many rows to the next, in bytes of what is asked for; the next one's part of data begins
    /// so much further on.
    pub(crate) const fn pitch(self, source: &Source<'_>, rows: usize, data_step: usize) -> usize {
        if data_step == 0 {
            (rows / GROUP).wrapping_mul(self.asked).wrapping_mul(LINE)
        } else {
            data_step.wrapping_mul(source.quantum)
        }
    }
}
