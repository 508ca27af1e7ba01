//! Where rows come from, and what is asked for while others are copied.

use super::cpu::{LINE, Path, prefetch, prefetch_later, prefetch_stretch};
use crate::kernel::bytes::Byte;

/// Rows of up to this many bytes are words: one load and one store, and mostly in one cache line.
pub(crate) const WORD: usize = 16;

/// Where rows come from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Source<'a> {
    /// The bytes of data, from where positions are counted.
    pub(crate) data: &'a [Byte],
    /// Bytes in a row; not 0.
    pub(crate) bytes: usize,
    /// Bytes from one position to the next.
    pub(crate) quantum: usize,
    /// What a row of [`FILL`](super::tuples::FILL) is made of: a whole row if rows are short, otherwise some elements. Empty
    /// if there is no such row.
    pub(crate) fill: &'a [Byte],
}

impl Source<'_> {
    /// The last position at which there is a whole row.
    #[inline(always)]
    fn last(&self) -> usize {
        (self.data.len() - self.bytes) / self.quantum.max(1)
    }

    /// Whether there is a whole row at each of these positions, and `out` bytes are room for exactly these
    /// rows. Where rows are filled, [`FILL`](super::tuples::FILL) is a position too.
    #[inline]
    pub(crate) fn admits(&self, positions: &[u32], fills: bool, out: usize) -> bool {
        match Path::current() {
            #[cfg(target_arch = "x86_64")]
            // SAFETY: `Path::current` says so only where the machine has AVX2.
            Path::Vector => unsafe { self.admits_by_avx2(positions, fills, out) },
            _ => self.admits_portably(positions, fills, out),
        }
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn admits_by_avx2(&self, positions: &[u32], fills: bool, out: usize) -> bool {
        self.admitted(positions, fills, out)
    }

    #[inline(never)]
    fn admits_portably(&self, positions: &[u32], fills: bool, out: usize) -> bool {
        self.admitted(positions, fills, out)
    }

    #[inline(always)]
    fn admitted(&self, positions: &[u32], fills: bool, out: usize) -> bool {
        // Where rows are to be filled, one more than the largest: `FILL` and one is 0, which no position is below.
        let more = u32::from(fills);
        let above = positions.iter().fold(0, |above: u32, position| {
            above.max(position.wrapping_add(more))
        });
        let largest = above.saturating_sub(more);
        self.bytes > 0
            && self.data.len() >= self.bytes
            && largest as usize <= self.last()
            && out == positions.len().wrapping_mul(self.bytes)
            && !(fills && self.fill.is_empty())
    }

    /// Asks for the row at a position.
    #[inline(always)]
    pub(crate) fn ask(&self, position: u32) {
        let row = self
            .data
            .as_ptr()
            .wrapping_add((position as usize).wrapping_mul(self.quantum));
        if self.bytes <= WORD {
            prefetch(row);
        } else {
            prefetch_stretch(row, self.bytes.min(LONGEST_ASKED));
        }
    }

    /// Asks for the rows at these positions.
    #[inline(never)]
    pub(crate) fn ask_for(&self, positions: &[u32]) {
        positions.iter().for_each(|position| self.ask(*position));
    }

    /// The lines that a stretch of data takes, from a position on, which may be outside; shared out among
    /// so many rows.
    #[inline]
    pub(crate) fn lines(&self, position: usize, bytes: usize, rows: usize) -> Ahead<'static> {
        let start = position.wrapping_mul(self.quantum);
        if bytes < LINE || start >= self.data.len() {
            return Ahead::Nothing;
        }
        let bytes = bytes.min(self.data.len() - start);
        Ahead::Lines {
            from: self.data.as_ptr().wrapping_add(start),
            per_group: bytes.div_ceil(LINE).div_ceil((rows / LINES_GROUP).max(1)),
        }
    }
}

/// Of longer rows only the beginning is asked for: the processor sees the rest coming.
const LONGEST_ASKED: usize = 512;

/// Rows that are copied between one batch of lines that are asked for and the next.
const LINES_GROUP: usize = 64;

/// Bytes of rows that are copied between one batch of rows that are asked for and the next, and how many
/// rows that is at most.
const ROWS_GROUP_BYTES: usize = 1024;
const ROWS_GROUP: usize = 16;

/// What is asked for while rows are copied. It is all hints.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Ahead<'a> {
    Nothing,
    /// One of the rows at these positions for each row that is copied.
    Rows(&'a [u32]),
    /// So many cache lines for each group of rows, from here on.
    Lines {
        from: *const Byte,
        per_group: usize,
    },
}

impl Ahead<'_> {
    /// Rows of so many bytes that are copied before something is asked for again, out of so many.
    #[inline]
    pub(crate) fn group(self, bytes: usize, rows: usize) -> usize {
        match self {
            Self::Nothing => rows.max(1),
            Self::Rows(_) => ROWS_GROUP_BYTES
                .checked_div(bytes)
                .unwrap_or(0)
                .clamp(1, ROWS_GROUP),
            Self::Lines { .. } => LINES_GROUP,
        }
    }

    /// Asks for what is due with group number `n` of so many rows.
    #[inline]
    pub(crate) fn ask(self, source: &Source<'_>, n: usize, group: usize) {
        match self {
            Self::Nothing => {}
            Self::Rows(positions) => {
                let due = positions.get(n * group..).unwrap_or_default();
                source.ask_for(due.get(..group).unwrap_or(due));
            }
            Self::Lines { from, per_group } => {
                let lines = n.wrapping_mul(per_group);
                prefetch_later(from.wrapping_add(lines.wrapping_mul(LINE)), per_group);
            }
        }
    }
}

#[inline(always)]
pub(crate) fn largest_of(positions: &[u32]) -> u32 {
    positions
        .iter()
        .fold(0, |largest: u32, position| largest.max(*position))
}
