//! What can go wrong, with the numbers.

use core::{fmt, ops::RangeInclusive};

use gather_spec::{Negative, UnknownPreset, Violation};

use crate::text::Text;

/// Why a gather was refused. Each text says what was expected and what was found.
///
/// ```
/// use gather_core::{GatherError, ViewDyn, gather_nd_dyn};
/// let data = [0, 1, 2, 3, 4, 5, 6, 7, 8];
/// let data = ViewDyn::new(&data, &[3, 3])?;
/// let error = gather_nd_dyn(data, ViewDyn::new(&[0_i64, 5], &[1, 2])?, 0).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "index 5 at indices[0, 1] (position 1, coordinate 1 of its tuple) is out of range \
///      for axis 1 of size 3, expected -3 to 2"
/// );
/// # Ok::<(), GatherError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum GatherError {
    /// Shapes or attributes break a rule of the operator.
    Rule(Violation),
    /// An index is outside its axis.
    Index(IndexError),
    /// A slice does not have as many elements as the shape given with it.
    SliceLength {
        /// What the shape needs.
        expected: usize,
        /// What the slice has.
        found: usize,
    },
    /// The number of elements of a shape given with a slice does not fit `usize`.
    ShapeOverflow {
        /// The dimension at which it overflows.
        axis: usize,
        /// Its size.
        size: usize,
    },
    /// Strides and offset lead outside the slice given with them.
    StridesOutside {
        /// Where the first element would be.
        offset: usize,
        /// What the slice has.
        found: usize,
    },
    /// A permutation does not name each axis once.
    Permutation {
        /// How many axes there are.
        rank: usize,
        /// Where in the permutation the mistake is.
        position: usize,
        /// The axis named there.
        found: usize,
    },
    /// A part of an axis that is not there.
    AxisRange {
        /// The axis.
        axis: usize,
        /// Its size; 0 if there is no such axis.
        size: usize,
        /// How many axes there are.
        rank: usize,
        /// First position.
        start: usize,
        /// Position after the last.
        end: usize,
        /// Positions from one to the next.
        step: isize,
    },
    /// An axis cannot be repeated to another size.
    Broadcast {
        /// The axis.
        axis: usize,
        /// Its size.
        from: usize,
        /// The size asked for.
        to: usize,
    },
    /// The elements of an array of another crate lie with gaps, and no slice may span those.
    Gaps,
    /// The output buffer does not have as many elements as the output.
    OutputLength {
        /// What the output needs.
        expected: usize,
        /// What the buffer has.
        found: usize,
    },
    /// A view or tensor does not have the rank that was asked for.
    Rank {
        /// The rank asked for.
        expected: usize,
        /// The rank it has.
        found: usize,
    },
    /// The choice is to fill, but nothing was given to fill with.
    NoFillValue,
    /// No preset has the name that was asked for.
    Preset(UnknownPreset),
    /// There is no memory for the output.
    OutOfMemory {
        /// Elements of the output.
        elements: usize,
        /// Bytes of each.
        element_size: usize,
    },
}

impl From<Violation> for GatherError {
    fn from(violation: Violation) -> Self {
        Self::Rule(violation)
    }
}

impl From<UnknownPreset> for GatherError {
    fn from(unknown: UnknownPreset) -> Self {
        Self::Preset(unknown)
    }
}

impl fmt::Display for GatherError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rule(violation) => violation.fmt(f),
            Self::Index(error) => error.fmt(f),
            Self::Preset(unknown) => unknown.fmt(f),
            Self::NoFillValue => {
                f.write_str("an index out of range is to be filled, but there is no fill value")
            }
            Self::SliceLength { expected, found } => write!(
                f,
                "the slice must have as many elements as its shape ({expected}), found {found}"
            ),
            Self::ShapeOverflow { axis, size } => write!(
                f,
                "the number of elements of the shape overflows at dimension {axis} of size {size}"
            ),
            Self::StridesOutside { offset, found } => write!(
                f,
                "strides and offset ({offset}) must stay inside the slice, which has {found} elements"
            ),
            Self::Permutation {
                rank,
                position,
                found,
            } => write!(
                f,
                "a permutation must name each of the {rank} axes once, found {found} at position {position}"
            ),
            Self::AxisRange {
                axis,
                size,
                rank,
                start,
                end,
                step,
            } => match (*axis < *rank, *step) {
                (false, _) => write!(f, "the axis must be below the rank ({rank}), found {axis}"),
                (true, 0) => write!(f, "the step along axis {axis} must not be 0"),
                (true, _) => write!(
                    f,
                    "the positions must be within axis {axis} of size {size}, found {start}..{end}"
                ),
            },
            Self::Broadcast { axis, from, to } => {
                write!(
                    f,
                    "axis {axis} of size {from} cannot be repeated to size {to}"
                )
            }
            Self::Gaps => f.write_str(
                "the elements of an array must lie without gaps to be borrowed, found gaps; copy it, or borrow the whole array and slice the view",
            ),
            Self::OutputLength { expected, found } => write!(
                f,
                "the output buffer must have as many elements as the output ({expected}), found {found}"
            ),
            Self::Rank { expected, found } => {
                write!(f, "expected rank {expected}, found {found}")
            }
            Self::OutOfMemory {
                elements,
                element_size,
            } => write!(
                f,
                "no memory for an output of {elements} elements of {element_size} bytes"
            ),
        }
    }
}

// The texts of the inner errors are shown in full, so there is no source to show again.
impl core::error::Error for GatherError {}

/// An index that is outside its axis: where it stands, what it is and what would have been allowed.
///
/// It is the first one in row-major order of the indices tensor, whichever path found it.
///
/// ```
/// use gather_core::{GatherError, View, gather_dyn};
/// let (data, picks) = (View::<_, 1>::from(&['a', 'b']), View::<_, 2>::from(&[[0_i64, 7]]));
/// let Err(GatherError::Index(bad)) = gather_dyn(data.as_dyn(), picks.as_dyn(), 0, 0) else {
///     panic!("there is no position 7");
/// };
/// assert_eq!((bad.value(), bad.flat(), bad.axis(), bad.size()), (7, 1, 0, 2));
/// assert_eq!((bad.coordinates().as_slice(), bad.allowed()), (&[0, 1][..], Some(-2..=1)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IndexError {
    value: i128,
    flat: usize,
    axis: usize,
    size: usize,
    // The parts of `Coordinates`: as one field they would make the error too large to be returned
    // by value.
    coordinates: [usize; Coordinates::MOST],
    dimensions: u8,
    in_tuple: bool,
    negative: Negative,
}

/// What an index error is made from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BadIndex {
    pub(crate) value: i128,
    pub(crate) flat: usize,
    pub(crate) coordinates: Coordinates,
    pub(crate) in_tuple: bool,
    pub(crate) axis: usize,
    pub(crate) size: usize,
    pub(crate) negative: Negative,
}

impl IndexError {
    pub(crate) const fn new(bad: BadIndex) -> Self {
        Self {
            value: bad.value,
            flat: bad.flat,
            axis: bad.axis,
            size: bad.size,
            coordinates: bad.coordinates.values,
            dimensions: bad.coordinates.dimensions,
            in_tuple: bad.in_tuple,
            negative: bad.negative,
        }
    }

    /// The message; built by constant functions, so that it also appears in a compile error.
    pub(crate) const fn text(&self) -> Text {
        let mut text = Text::EMPTY;
        text.push("index ");
        text.number(self.value);
        text.push(" at indices[");
        self.coordinates().write(&mut text);
        text.push("] (position ");
        text.number(self.flat as i128);
        if let Some(coordinate) = self.tuple_coordinate() {
            text.push(", coordinate ");
            text.number(coordinate as i128);
            text.push(" of its tuple");
        }
        text.push(") is out of range for axis ");
        text.number(self.axis as i128);
        text.push(" of size ");
        text.number(self.size as i128);
        if let Some(allowed) = self.allowed() {
            text.push(", expected ");
            text.number(*allowed.start());
            text.push(" to ");
            text.number(*allowed.end());
        } else {
            text.push(", where no index is in range");
        }
        text
    }
}

impl IndexError {
    /// The value of the index.
    #[must_use]
    pub const fn value(&self) -> i128 {
        self.value
    }

    /// Its position in the indices tensor, row-major.
    #[must_use]
    pub const fn flat(&self) -> usize {
        self.flat
    }

    /// Its position in the indices tensor, as coordinates.
    ///
    /// ```
    /// # use gather_core::{GatherError, ViewDyn, gather_dyn};
    /// let data = ViewDyn::new(&[1, 2, 3], &[3])?;
    /// let Err(GatherError::Index(error)) =
    ///     gather_dyn(data, ViewDyn::new(&[0_u8, 1, 2, 3], &[2, 2])?, 0, 0)
    /// else {
    ///     unreachable!()
    /// };
    /// assert_eq!(error.coordinates().as_slice(), [1, 1]);
    /// assert_eq!((error.flat(), error.value(), error.axis(), error.size()), (3, 3, 0, 3));
    /// assert_eq!(error.allowed(), Some(0..=2)); // `u8` knows no negatives
    /// # Ok::<(), GatherError>(())
    /// ```
    #[must_use]
    pub const fn coordinates(&self) -> Coordinates {
        Coordinates {
            values: self.coordinates,
            dimensions: self.dimensions,
        }
    }

    /// Which coordinate of its index tuple it is; `None` where there are no tuples.
    #[must_use]
    pub const fn tuple_coordinate(&self) -> Option<usize> {
        match self.coordinates().kept() {
            0 => None,
            kept if self.in_tuple => Some(self.coordinates[kept - 1]),
            _ => None,
        }
    }

    /// The data axis it was meant for.
    #[must_use]
    pub const fn axis(&self) -> usize {
        self.axis
    }

    /// The size of that axis.
    #[must_use]
    pub const fn size(&self) -> usize {
        self.size
    }

    /// The values that are in range; `None` on an axis of size 0.
    #[must_use]
    pub const fn allowed(&self) -> Option<RangeInclusive<i128>> {
        let size = self.size as i128;
        match (self.size, self.negative) {
            (0, _) => None,
            (_, Negative::FromEnd) => Some(-size..=size - 1),
            (_, Negative::Reject) => Some(0..=size - 1),
        }
    }
}

impl fmt::Display for IndexError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text().as_str())
    }
}

impl core::error::Error for IndexError {}

/// Coordinates of one element. Above [`Coordinates::MOST`] dimensions only the last ones are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Coordinates {
    /// The last `MOST` coordinates, from the front.
    values: [usize; Self::MOST],
    /// Dimensions there are, kept or not, capped at one more than are kept.
    dimensions: u8,
}

impl Coordinates {
    /// How many coordinates are kept.
    pub const MOST: usize = 8;

    /// Where the element number `flat` of a tensor of this shape stands.
    pub(crate) const fn of(flat: usize, shape: &[usize]) -> Self {
        let rank = shape.len();
        let mut coordinates = Self {
            values: [0; Self::MOST],
            dimensions: 0,
        };
        while (coordinates.dimensions as usize) < rank && !coordinates.is_cut() {
            coordinates.dimensions += 1;
        }
        let kept = coordinates.kept();
        let (mut rest, mut n, mut sizes) = (flat, 0, shape);
        while n < kept {
            let Some((size, before)) = sizes.split_last() else {
                break;
            };
            let at = kept - 1 - n;
            if *size > 0 && at < Self::MOST {
                coordinates.values[at] = rest % *size;
                rest /= *size;
            }
            (sizes, n) = (before, n + 1);
        }
        coordinates
    }

    const fn kept(&self) -> usize {
        let dimensions = self.dimensions as usize;
        if dimensions > Self::MOST {
            Self::MOST
        } else {
            dimensions
        }
    }

    /// The coordinates; the last [`Coordinates::MOST`] of them if there are more.
    #[must_use]
    pub const fn as_slice(&self) -> &[usize] {
        self.values.split_at(self.kept()).0
    }

    /// Whether some leading coordinates were left out.
    #[must_use]
    pub const fn is_cut(&self) -> bool {
        self.dimensions as usize > Self::MOST
    }

    const fn write(&self, text: &mut Text) {
        if self.is_cut() {
            text.push("…, ");
        }
        let mut n = 0;
        while n < self.kept() {
            if n > 0 {
                text.push(", ");
            }
            text.number(self.values[n] as i128);
            n += 1;
        }
    }
}

impl fmt::Display for Coordinates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = Text::EMPTY;
        self.write(&mut text);
        write!(f, "[{}]", text.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::string::ToString;

    #[test]
    fn coordinates_of_many_dimensions_keep_the_last() {
        let shape = [2; 10];
        let last = Coordinates::of(1023, &shape);
        assert!(last.is_cut(), "two of ten are left out");
        assert_eq!(last.to_string(), "[…, 1, 1, 1, 1, 1, 1, 1, 1]");
        assert_eq!(Coordinates::of(5, &[2, 3]).to_string(), "[1, 2]");
        assert_eq!(Coordinates::of(0, &[]).to_string(), "[]");
    }

    #[test]
    fn error_is_small_enough_to_return_by_value() {
        assert!(size_of::<GatherError>() < 128, "clippy's measure of large");
    }
}
