//! Where rows go: over an existing slice, or to the end of a vector. Both are filled front to back.

#[cfg(feature = "alloc")]
use alloc::vec::Vec;

/// A row position that means "fill". No row is there: positions are below the number of slices.
pub(crate) const FILL: usize = usize::MAX;

/// Takes rows of elements of type `U`, in order.
pub(crate) trait Sink<U> {
    /// Takes the row of `slice` elements that starts at `row * slice`.
    fn row(&mut self, data: &[U], row: usize, slice: usize);

    /// Takes a row of `slice` elements made of repetitions of `pattern`.
    fn fill(&mut self, pattern: &[U], slice: usize);

    /// Takes the rows at these positions.
    #[inline]
    fn rows(&mut self, data: &[U], rows: &[usize], slice: usize) {
        for row in rows {
            self.row(data, *row, slice);
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

impl<U: Clone> Sink<U> for Over<'_, U> {
    #[inline]
    fn row(&mut self, data: &[U], row: usize, slice: usize) {
        let start = row * slice;
        self.take(slice)
            .clone_from_slice(&data[start..start + slice]);
    }

    #[inline]
    fn fill(&mut self, pattern: &[U], slice: usize) {
        let out = self.take(slice);
        for part in out.chunks_exact_mut(pattern.len().max(1)) {
            part.clone_from_slice(pattern);
        }
    }

    #[inline]
    fn rows(&mut self, data: &[U], rows: &[usize], slice: usize) {
        let out = self.take(rows.len() * slice);
        if slice == 1 {
            for (out, row) in out.iter_mut().zip(rows) {
                out.clone_from(&data[*row]);
            }
        } else {
            for (out, row) in out.chunks_exact_mut(slice).zip(rows) {
                let start = row * slice;
                out.clone_from_slice(&data[start..start + slice]);
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
    fn row(&mut self, data: &[U], row: usize, slice: usize) {
        let start = row * slice;
        self.out.extend_from_slice(&data[start..start + slice]);
    }

    #[inline]
    fn fill(&mut self, pattern: &[U], slice: usize) {
        let repeated = pattern.iter().cycle().take(slice);
        self.out.extend(repeated.cloned());
    }
}
