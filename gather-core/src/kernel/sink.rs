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

/// Takes rows of elements of type `U`, in order. Tells whether there were such rows, and room for them.
pub(crate) trait Sink<U> {
    /// Takes the row at this position.
    #[must_use]
    fn row(&mut self, data: &[U], position: usize, rows: Rows) -> bool;

    /// Takes a row made of repetitions of `pattern`.
    #[must_use]
    fn fill(&mut self, pattern: &[U], rows: Rows) -> bool;

    /// Takes the rows at these positions.
    #[inline]
    #[must_use]
    fn rows(&mut self, data: &[U], positions: &[usize], rows: Rows) -> bool {
        let mut positions = positions.iter();
        positions.all(|position| self.row(data, *position, rows))
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
    fn take(&mut self, count: usize) -> Option<&'a mut [U]> {
        self.rest.split_off_mut(..count)
    }
}

/// The row at a position. It begins where an element begins: a product that wrapped might not, so it is
/// cut instead, and then refused as outside.
#[inline]
fn row_of<U>(data: &[U], position: usize, rows: Rows) -> Option<&[U]> {
    let start = position.saturating_mul(rows.quantum);
    data.get(start..start.saturating_add(rows.slice))
}

/// Clones one slice over another of the same length.
#[inline(always)]
fn clone_over<U: Clone>(from: &[U], to: &mut [U]) -> bool {
    let fits = from.len() == to.len();
    if fits {
        to.clone_from_slice(from);
    }
    fits
}

impl<U: Clone> Sink<U> for Over<'_, U> {
    #[inline]
    fn row(&mut self, data: &[U], position: usize, rows: Rows) -> bool {
        match (row_of(data, position, rows), self.take(rows.slice)) {
            (Some(row), Some(out)) => clone_over(row, out),
            _ => false,
        }
    }

    #[inline]
    fn fill(&mut self, pattern: &[U], rows: Rows) -> bool {
        let Some(out) = self.take(rows.slice) else {
            return false;
        };
        let mut parts = out.chunks_exact_mut(pattern.len().max(1));
        parts.by_ref().all(|part| clone_over(pattern, part)) && parts.into_remainder().is_empty()
    }

    // Always, so that a row length that is a constant to the caller is one here too.
    #[inline(always)]
    fn rows(&mut self, data: &[U], positions: &[usize], rows: Rows) -> bool {
        let Some(out) = self.take(positions.len().saturating_mul(rows.slice)) else {
            return false;
        };
        if rows.slice == 1 && rows.quantum == 1 {
            for (out, position) in out.iter_mut().zip(positions) {
                match data.get(*position) {
                    Some(element) => out.clone_from(element),
                    None => return false,
                }
            }
        } else {
            for (out, position) in out.chunks_exact_mut(rows.slice.max(1)).zip(positions) {
                match row_of(data, *position, rows) {
                    Some(row) if clone_over(row, out) => {}
                    _ => return false,
                }
            }
        }
        true
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
    fn row(&mut self, data: &[U], position: usize, rows: Rows) -> bool {
        let row = row_of(data, position, rows);
        row.inspect(|row| self.out.extend_from_slice(row)).is_some()
    }

    #[inline]
    fn fill(&mut self, pattern: &[U], rows: Rows) -> bool {
        let repeated = pattern.iter().cycle().take(rows.slice);
        self.out.extend(repeated.cloned());
        !pattern.is_empty()
    }
}
