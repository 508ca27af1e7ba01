//! The three operators and their attributes, as the caller wrote them.

use core::fmt;

/// One of the three operators, without attributes.
///
/// ```
/// use gather_spec::Operator;
/// assert_eq!(Operator::GatherNd.to_string(), "GatherND");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operator {
    /// Index tuples pick slices: `out[n, ..] = data[indices[n, 0], …, indices[n, k-1], ..]`.
    GatherNd,
    /// Indices pick positions along one axis: `out[.., i, ..] = data[.., indices[i], ..]`.
    Gather,
    /// One index for each output element, along one axis.
    GatherElements,
}

impl Operator {
    /// Every operator, in the order of the documents.
    pub const ALL: [Self; 3] = [Self::GatherNd, Self::Gather, Self::GatherElements];

    /// The operator's name as the documents and the macro write it.
    ///
    /// ```
    /// assert_eq!(gather_spec::Operator::GatherElements.name(), "GatherElements");
    /// ```
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::GatherNd => "GatherND",
            Self::Gather => "Gather",
            Self::GatherElements => "GatherElements",
        }
    }
}

impl fmt::Display for Operator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// An operator with its attributes, exactly as the caller gave them: not yet judged, not yet counted
/// from the front.
///
/// Attributes are `i128` so that every integer a caller can hold (`i64` from a model file, `usize`
/// from a program) arrives here unchanged and is shown unchanged in a message.
///
/// ```
/// use gather_spec::{Op, Operator};
/// let op = Op::gather(-1, 0);
/// assert_eq!(op, Op::Gather { axis: -1, batch_dims: 0 });
/// assert_eq!(op.operator(), Operator::Gather);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Op {
    /// GatherND.
    GatherNd {
        /// Number of leading dimensions that data and indices share.
        batch_dims: i128,
    },
    /// Gather.
    Gather {
        /// The data axis that is indexed; negative counts from the end.
        axis: i128,
        /// Number of leading dimensions that data and indices share; negative counts from the rank
        /// of the **indices**.
        batch_dims: i128,
    },
    /// GatherElements.
    GatherElements {
        /// The data axis that is indexed; negative counts from the end.
        axis: i128,
    },
}

impl Op {
    /// GatherND over `batch_dims` shared leading dimensions.
    ///
    /// ```
    /// use gather_spec::Op;
    /// assert_eq!(Op::gather_nd(2), Op::GatherNd { batch_dims: 2 });
    /// ```
    #[must_use]
    pub const fn gather_nd(batch_dims: usize) -> Self {
        Self::GatherNd {
            batch_dims: batch_dims as i128,
        }
    }

    /// Gather along `axis`.
    ///
    /// ```
    /// use gather_spec::Op;
    /// assert_eq!(Op::gather(1, 1), Op::Gather { axis: 1, batch_dims: 1 });
    /// ```
    #[must_use]
    pub const fn gather(axis: isize, batch_dims: isize) -> Self {
        Self::Gather {
            axis: axis as i128,
            batch_dims: batch_dims as i128,
        }
    }

    /// GatherElements along `axis`.
    ///
    /// ```
    /// use gather_spec::Op;
    /// assert_eq!(Op::gather_elements(-2), Op::GatherElements { axis: -2 });
    /// ```
    #[must_use]
    pub const fn gather_elements(axis: isize) -> Self {
        Self::GatherElements { axis: axis as i128 }
    }

    /// Which of the three it is.
    ///
    /// ```
    /// use gather_spec::{Op, Operator};
    /// assert_eq!(Op::gather_nd(0).operator(), Operator::GatherNd);
    /// ```
    #[must_use]
    pub const fn operator(&self) -> Operator {
        match self {
            Self::GatherNd { .. } => Operator::GatherNd,
            Self::Gather { .. } => Operator::Gather,
            Self::GatherElements { .. } => Operator::GatherElements,
        }
    }

    /// `batch_dims` as written; 0 for GatherElements, which has none.
    pub(crate) const fn written_batch_dims(&self) -> i128 {
        match *self {
            Self::GatherNd { batch_dims } | Self::Gather { batch_dims, .. } => batch_dims,
            Self::GatherElements { .. } => 0,
        }
    }
}
