//! Indices of kernels whose shapes are all known: constant functions, so that a gather of constants is
//! done by the compiler.

use gather_spec::{Place, Rules};

use crate::error::{BadIndex, Coordinates, GatherError, IndexError};

/// What the indices of such a kernel are measured by.
#[derive(Clone, Copy, Debug)]
pub struct Fixed<const Q: usize, const K: usize> {
    /// The choices.
    pub rules: Rules,
    /// The data axis of the first coordinate.
    pub first_axis: usize,
    /// Sizes of the indexed axes, one for each coordinate of a tuple.
    pub sizes: [usize; K],
    /// Shape of the indices.
    pub indices: [usize; Q],
    /// Whether the last dimension of the indices holds tuples.
    pub tuples: bool,
}

impl<const Q: usize, const K: usize> Fixed<Q, K> {
    /// The position that an index leads to; `flat` is where it stands in the indices.
    ///
    /// # Errors
    ///
    /// It leads nowhere.
    #[inline]
    pub const fn index(&self, value: i128, flat: usize) -> Result<usize, GatherError> {
        match self.place(value, flat) {
            Place::At(position) => Ok(position),
            Place::Fill | Place::Outside => Err(self.outside(value, flat)),
        }
    }

    /// The same where an index that leads nowhere means to fill.
    #[inline]
    #[must_use]
    pub const fn index_or_fill(&self, value: i128, flat: usize) -> Option<usize> {
        match self.place(value, flat) {
            Place::At(position) => Some(position),
            Place::Fill | Place::Outside => None,
        }
    }

    /// The position of an index that has been checked before.
    #[inline]
    #[must_use]
    pub const fn checked(&self, value: i128, flat: usize) -> usize {
        match self.place(value, flat) {
            Place::At(position) => position,
            Place::Fill | Place::Outside => 0,
        }
    }

    #[inline]
    const fn place(&self, value: i128, flat: usize) -> Place {
        self.rules.place(value, self.sizes[flat % K])
    }

    #[cold]
    const fn outside(&self, value: i128, flat: usize) -> GatherError {
        GatherError::Index(IndexError::new(BadIndex {
            value,
            flat,
            coordinates: Coordinates::of(flat, &self.indices),
            in_tuple: self.tuples,
            axis: self.first_axis + flat % K,
            size: self.sizes[flat % K],
            negative: self.rules.negative,
        }))
    }
}

impl GatherError {
    /// Panics with the text of the error; in a constant that is a compile error.
    #[doc(hidden)]
    #[track_caller]
    pub const fn panic(self) -> ! {
        match self {
            Self::Index(error) => panic!("{}", error.text().as_str()),
            _ => panic!("a gather of fixed shapes failed"),
        }
    }
}
