//! What the systems disagree about, as choices; and where one index value leads under them.

use crate::preset::Preset;

/// What a negative index means.
///
/// ```
/// use gather_spec::{Negative, Place, Rules};
/// let place = |negative| Rules { negative, ..Rules::ONNX }.place(-2, 5);
/// assert_eq!(place(Negative::FromEnd), Place::At(3));
/// assert_eq!(place(Negative::Reject), Place::Outside);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Negative {
    /// It counts from the end: `-1` is the last position. What lies before the first is out of range.
    #[default]
    FromEnd,
    /// It is out of range.
    Reject,
}

/// What an index outside its axis gives. `V` is the fill value, or `()` where only the choice matters.
///
/// ```
/// use gather_spec::{OutOfRange, Place, Rules};
/// // Index 7 on an axis of size 5.
/// let place = |out_of_range| Rules { out_of_range, ..Rules::ONNX }.place(7, 5);
/// assert_eq!(place(OutOfRange::Error), Place::Outside);
/// assert_eq!(place(OutOfRange::Fill(())), Place::Fill);
/// assert_eq!(place(OutOfRange::Clamp), Place::At(4));
/// assert_eq!(place(OutOfRange::Wrap), Place::At(2));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum OutOfRange<V = ()> {
    /// An error that names the index.
    #[default]
    Error,
    /// The whole slice becomes this value.
    Fill(V),
    /// The nearest position of the axis; an error on an axis of size 0.
    Clamp,
    /// The index modulo the size of the axis (Euclidean); an error on an axis of size 0.
    Wrap,
}

impl<V> OutOfRange<V> {
    /// The choice without its value.
    ///
    /// ```
    /// use gather_spec::OutOfRange;
    /// assert_eq!(OutOfRange::Fill(1.5).choice(), OutOfRange::Fill(()));
    /// ```
    #[must_use]
    pub const fn choice(&self) -> OutOfRange {
        match self {
            Self::Error => OutOfRange::Error,
            Self::Fill(_) => OutOfRange::Fill(()),
            Self::Clamp => OutOfRange::Clamp,
            Self::Wrap => OutOfRange::Wrap,
        }
    }
}

/// What GatherND does with index tuples of length 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum DepthZero {
    /// It is an error.
    #[default]
    Error,
    /// Each empty tuple picks the whole (sub)tensor.
    Copy,
}

/// How the sizes of GatherElements' indices, the axis aside, must relate to those of data.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum NonAxis {
    /// At most as large: the leading part of data is used.
    #[default]
    AtMost,
    /// Equal.
    Equal,
    /// Equal, or 1 on either side, which is repeated.
    Broadcast,
}

/// How the batch dimensions stand in the output of GatherND.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum BatchOutput {
    /// As they are.
    #[default]
    Kept,
    /// Multiplied into one leading dimension (OpenVINO GatherND-5).
    Flattened,
}

/// How the batch sizes of data and indices must relate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum BatchSizes {
    /// Equal, dimension by dimension.
    #[default]
    Equal,
    /// Equal, or 1 on either side, which is repeated.
    Broadcast,
}

/// All choices of one call. The default is what ONNX means.
///
/// ```
/// use gather_spec::{Negative, Place, Rules};
/// let rules = Rules { negative: Negative::Reject, ..Rules::ONNX };
/// assert_eq!(Rules::ONNX.place(-1, 5), Place::At(4));
/// assert_eq!(rules.place(-1, 5), Place::Outside);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Rules {
    /// What a negative index means.
    pub negative: Negative,
    /// What an index outside its axis gives.
    pub out_of_range: OutOfRange,
    /// GatherND with tuples of length 0.
    pub depth_zero: DepthZero,
    /// Sizes of GatherElements' indices.
    pub non_axis: NonAxis,
    /// Batch dimensions in the output of GatherND.
    pub batch_output: BatchOutput,
    /// Batch sizes that differ.
    pub batch_sizes: BatchSizes,
    /// The preset these choices came from, if any: it may lack an operator or the attribute
    /// `batch_dims`, and then says so.
    pub preset: Option<Preset>,
}

/// Where one index value leads on one axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// To this position of the axis, which is smaller than its size.
    At(usize),
    /// Nowhere: the slice is filled.
    Fill,
    /// Nowhere, and that is an error.
    Outside,
}

impl Rules {
    /// ONNX: negatives count from the end, out of range is an error, sizes agree exactly.
    pub const ONNX: Self = Self {
        negative: Negative::FromEnd,
        out_of_range: OutOfRange::Error,
        depth_zero: DepthZero::Error,
        non_axis: NonAxis::AtMost,
        batch_output: BatchOutput::Kept,
        batch_sizes: BatchSizes::Equal,
        preset: None,
    };

    /// The one definition of what an index value means. Every kernel agrees with it; a fast path may
    /// only recognise values that are plainly in range and leaves the rest to this.
    ///
    /// `value` is `i128`, so that the whole of `i64` and of `u64` arrives unchanged.
    ///
    /// ```
    /// use gather_spec::{OutOfRange, Place, Rules};
    /// let wrap = Rules { out_of_range: OutOfRange::Wrap, ..Rules::ONNX };
    /// assert_eq!(wrap.place(-6, 5), Place::At(4));
    /// assert_eq!(wrap.place(0, 0), Place::Outside);
    /// ```
    #[inline]
    #[must_use]
    pub const fn place(&self, value: i128, size: usize) -> Place {
        let end = size as i128;
        let counted = if value < 0 && matches!(self.negative, Negative::FromEnd) {
            value + end
        } else {
            value
        };
        if 0 <= counted && counted < end {
            return Place::At(narrow(counted));
        }
        match self.out_of_range {
            OutOfRange::Fill(()) => Place::Fill,
            OutOfRange::Error => Place::Outside,
            OutOfRange::Clamp | OutOfRange::Wrap if size == 0 => Place::Outside,
            OutOfRange::Clamp if counted < 0 => Place::At(0),
            OutOfRange::Clamp => Place::At(size - 1),
            OutOfRange::Wrap => Place::At(narrow(value.rem_euclid(end))),
        }
    }
}

/// A position that is known to be smaller than some `usize`.
#[inline]
#[expect(
    clippy::cast_sign_loss,
    reason = "the callers have compared it with 0 and with a size"
)]
const fn narrow(position: i128) -> usize {
    position as usize
}
