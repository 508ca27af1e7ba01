//! Where rows go: over an existing slice, or to the end of a vector. Both are filled front to back.

#[cfg(feature = "alloc")]
use alloc::vec::Vec;

/// A row position that means "fill". No row is there: positions are below the number of elements.
pub(crate) const FILL: usize = usize::MAX;

/// The measures of a row, in units.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rows {
    /// Units in a row.
    pub(crate) slice: usize,
    /// Units from one position to the next.
    pub(crate) quantum: usize,
}

/// Takes rows of elements of type `U`, in order.
pub(crate) trait Sink<U> {
    /// Takes the row at this position.
    fn row(&mut self, data: &[U], position: usize, rows: Rows);

    /// Takes a row made of repetitions of `pattern`.
    fn fill(&mut self, pattern: &[U], rows: Rows);

    /// Takes the rows at these positions.
    #[inline]
    fn rows(&mut self, data: &[U], positions: &[usize], rows: Rows) {
        for position in positions {
            self.row(data, *position, rows);
        }
    }
}

/// Writes over a slice.
#[derive(Debug)]
pub(crate) struct Over<'a, U> {
    /// What has not been written yet.
    rest: &'a mut [U],
}

impl<'a, U> Over<'a, U> {
    pub(crate) fn new(out: &'a mut [U]) -> Self {
        Self { rest: out }
    }

    /// How many elements have not been written yet.
    pub(crate) fn missing(&self) -> usize {
        self.rest.len()
    }

    #[inline]
    fn take(&mut self, count: usize) -> &'a mut [U] {
        let (next, rest) = core::mem::take(&mut self.rest).split_at_mut(count);
        self.rest = rest;
        next
    }
}

/// The row at a position. It begins where an element begins: a product that wrapped might not, so it is
/// cut instead, and then refused as outside.
#[inline]
fn row_of<U>(data: &[U], position: usize, rows: Rows) -> &[U] {
    let start = position.saturating_mul(rows.quantum);
    &data[start..start.saturating_add(rows.slice)]
}

impl<U: Clone> Sink<U> for Over<'_, U> {
    #[inline]
    fn row(&mut self, data: &[U], position: usize, rows: Rows) {
        self.take(rows.slice)
            .clone_from_slice(row_of(data, position, rows));
    }

    #[inline]
    fn fill(&mut self, pattern: &[U], rows: Rows) {
        let out = self.take(rows.slice);
        for part in out.chunks_exact_mut(pattern.len().max(1)) {
            part.clone_from_slice(pattern);
        }
    }

    // Always, so that a row length that is a constant to the caller is one here too.
    #[inline(always)]
    fn rows(&mut self, data: &[U], positions: &[usize], rows: Rows) {
        let out = self.take(positions.len() * rows.slice);
        if rows.slice == 1 && rows.quantum == 1 {
            for (out, position) in out.iter_mut().zip(positions) {
                out.clone_from(&data[*position]);
            }
        } else {
            for (out, position) in out.chunks_exact_mut(rows.slice).zip(positions) {
                out.clone_from_slice(row_of(data, *position, rows));
            }
        }
    }
}

/// Appends to a vector. If a `clone` panics, the vector drops what it holds, once.
#[cfg(feature = "alloc")]
#[derive(Debug)]
pub(crate) struct Append<'a, U> {
    pub(crate) out: &'a mut Vec<U>,
}

#[cfg(feature = "alloc")]
impl<U: Clone> Sink<U> for Append<'_, U> {
    #[inline]
    fn row(&mut self, data: &[U], position: usize, rows: Rows) {
        self.out.extend_from_slice(row_of(data, position, rows));
    }

    #[inline]
    fn fill(&mut self, pattern: &[U], rows: Rows) {
        let repeated = pattern.iter().cycle().take(rows.slice);
        self.out.extend(repeated.cloned());
    }
}
