//! Broken rules as values, each with its numbers, its one text and the part of the call it blames.

use core::fmt;

use crate::{
    op::Operator,
    policy::{DepthZero, NonAxis},
    preset::Preset,
};

/// The part that a tensor plays in a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// What is gathered from.
    Data,
    /// What says where.
    Indices,
    /// What is gathered.
    Output,
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Data => "data",
            Self::Indices => "indices",
            Self::Output => "output",
        })
    }
}

/// The piece of a call that a violation blames. The macro turns it into a span.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Part {
    /// The operator itself.
    Operator,
    /// The rank of data.
    Rank,
    /// The size of data on this axis.
    DataSize(usize),
    /// The rank of the indices.
    IndicesRank,
    /// The size of the indices on this axis.
    IndicesSize(usize),
    /// The length of an index tuple.
    Depth,
    /// The attribute `axis`.
    Axis,
    /// The attribute `batch_dims`.
    BatchDims,
    /// The preset.
    Semantics,
}

/// A broken rule with its numbers. `Display` is the one text for compile time and run time.
///
/// ```
/// use gather_spec::{Call, Op, Rules};
/// let call = Call { op: Op::gather_nd(4), data: &[2, 2, 2, 2][..], indices: &[2, 2][..], rules: Rules::ONNX };
/// let violation = call.first_violation().unwrap_err();
/// assert_eq!(violation.to_string(), "`batch_dims` must be less than `rank` (4), found 4");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the fields are the numbers of the text below")]
pub enum Violation {
    /// Data must have a dimension to pick from.
    RankZero { operator: Operator },
    /// Only Gather takes a scalar index.
    IndicesRankZero { operator: Operator },
    /// GatherElements wants as many dimensions in the indices as in data.
    RanksDiffer { rank: usize, found: usize },
    /// `axis` names no dimension of data.
    AxisOutside { rank: usize, found: i128 },
    /// GatherND does not count `batch_dims` from the end.
    BatchDimsNegative { found: i128 },
    /// A negative `batch_dims` cannot be counted while the rank of the indices is unknown.
    BatchDimsNeedIndicesRank { found: i128 },
    /// GatherND must have a dimension of data left to index.
    BatchDimsNotBelowRank { rank: usize, found: i128 },
    /// GatherND must have a dimension of the indices left for the tuples.
    BatchDimsNotBelowIndicesRank { batch_dims: i128, found: usize },
    /// Gather cannot have more batch dimensions than the indices have dimensions.
    BatchDimsOutside { indices_rank: usize, found: i128 },
    /// Gather must not index a batch dimension.
    BatchDimsAboveAxis {
        axis: usize,
        found: usize,
        written: i128,
    },
    /// An index tuple must have a dimension of data for each coordinate.
    DepthOutside {
        most: usize,
        found: usize,
        zero: DepthZero,
        preset: bool,
    },
    /// Data and indices must agree on the batch.
    BatchSizesDiffer {
        axis: usize,
        data: usize,
        found: usize,
        broadcast: bool,
    },
    /// The indices of GatherElements must agree with data off the axis.
    NonAxisSize {
        axis: usize,
        data: usize,
        found: usize,
        rule: NonAxis,
    },
    /// A number of elements does not fit `usize`.
    SizeOverflow {
        tensor: Role,
        axis: usize,
        found: usize,
    },
    /// A kernel that was made for one rank got another.
    KernelRank {
        tensor: Role,
        expected: usize,
        found: usize,
    },
    /// A kernel that was made for one size got another.
    KernelSize {
        tensor: Role,
        axis: usize,
        expected: usize,
        found: usize,
    },
    /// A kernel that was made for one tuple length got another.
    KernelDepth { expected: usize, found: usize },
    /// A typed kernel has at most so many dimensions.
    RankAboveTyped {
        tensor: Role,
        most: usize,
        found: usize,
    },
    /// `depth` and the last size of `indices` are two names of one number.
    DepthNotLastSize { last: usize, found: usize },
    /// The system of the preset has no such operator.
    PresetLacksOperator { preset: Preset, operator: Operator },
    /// The operator has no batches in the system of the preset.
    PresetLacksBatchDims {
        preset: Preset,
        operator: Operator,
        found: i128,
    },
}

impl Violation {
    /// What to point at.
    ///
    /// ```
    /// use gather_spec::{Part, Violation};
    /// assert_eq!(Violation::AxisOutside { rank: 2, found: 2 }.part(), Part::Axis);
    /// ```
    #[must_use]
    pub const fn part(&self) -> Part {
        match *self {
            Self::RankZero { .. } => Part::Rank,
            Self::IndicesRankZero { .. }
            | Self::RanksDiffer { .. }
            | Self::BatchDimsNotBelowIndicesRank { .. } => Part::IndicesRank,
            Self::AxisOutside { .. } => Part::Axis,
            Self::BatchDimsNegative { .. }
            | Self::BatchDimsNeedIndicesRank { .. }
            | Self::BatchDimsNotBelowRank { .. }
            | Self::BatchDimsOutside { .. }
            | Self::BatchDimsAboveAxis { .. }
            | Self::PresetLacksBatchDims { .. } => Part::BatchDims,
            Self::DepthOutside { .. }
            | Self::KernelDepth { .. }
            | Self::DepthNotLastSize { .. } => Part::Depth,
            Self::KernelRank { tensor, .. } | Self::RankAboveTyped { tensor, .. } => match tensor {
                Role::Data => Part::Rank,
                Role::Indices => Part::IndicesRank,
                Role::Output => Part::Operator,
            },
            Self::BatchSizesDiffer { axis, .. } | Self::NonAxisSize { axis, .. } => {
                Part::IndicesSize(axis)
            }
            Self::SizeOverflow { tensor, axis, .. } | Self::KernelSize { tensor, axis, .. } => {
                match tensor {
                    Role::Data => Part::DataSize(axis),
                    Role::Indices => Part::IndicesSize(axis),
                    Role::Output => Part::Operator,
                }
            }
            Self::PresetLacksOperator { .. } => Part::Semantics,
        }
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::RankZero { operator } => {
                write!(f, "`rank` must be at least 1 for {operator}, found 0")
            }
            Self::IndicesRankZero { operator } => {
                write!(
                    f,
                    "`indices_rank` must be at least 1 for {operator}, found 0"
                )
            }
            Self::RanksDiffer { rank, found } => write!(
                f,
                "`indices_rank` must equal `rank` ({rank}) for GatherElements, found {found}"
            ),
            Self::AxisOutside { rank, found } => write!(
                f,
                "`axis` must be between -{rank} and {} for `rank` {rank}, found {found}",
                rank.saturating_sub(1)
            ),
            Self::BatchDimsNegative { found } => {
                write!(
                    f,
                    "`batch_dims` must not be negative for GatherND, found {found}"
                )
            }
            Self::BatchDimsNeedIndicesRank { found } => write!(
                f,
                "negative `batch_dims` counts from the rank of the indices, found {found}; give `indices_rank` or `indices`"
            ),
            Self::BatchDimsNotBelowRank { rank, found } => {
                write!(
                    f,
                    "`batch_dims` must be less than `rank` ({rank}), found {found}"
                )
            }
            Self::BatchDimsNotBelowIndicesRank { batch_dims, found } => write!(
                f,
                "`indices_rank` must be greater than `batch_dims` ({batch_dims}), found {found}"
            ),
            Self::BatchDimsOutside {
                indices_rank,
                found,
            } => {
                let least = if indices_rank == 0 { "" } else { "-" };
                write!(
                    f,
                    "`batch_dims` must be between {least}{indices_rank} and {indices_rank} for indices of rank {indices_rank}, found {found}"
                )
            }
            Self::BatchDimsAboveAxis {
                axis,
                found,
                written,
            } => {
                write!(
                    f,
                    "`batch_dims` must be at most `axis` ({axis}), found {written}"
                )?;
                match written < 0 {
                    true => write!(f, ", which counts as {found}"),
                    false => Ok(()),
                }
            }
            Self::DepthOutside {
                most,
                found,
                zero,
                preset,
            } => {
                let (least, cure) = match zero {
                    DepthZero::Error if found == 0 && !preset => (1, "; `depth_zero` can allow it"),
                    DepthZero::Error => (1, ""),
                    DepthZero::Copy => (0, ""),
                };
                write!(
                    f,
                    "`depth` must be between {least} and `rank` - `batch_dims` ({most}), found {found}{cure}"
                )
            }
            Self::BatchSizesDiffer {
                axis,
                data,
                found,
                broadcast,
            } => {
                let or_one = if broadcast {
                    ", or one of them be 1"
                } else {
                    ""
                };
                write!(
                    f,
                    "batch dimension {axis} of `indices` must equal that of `data` ({data}){or_one}, found {found}"
                )
            }
            Self::NonAxisSize {
                axis,
                data,
                found,
                rule,
            } => {
                let (must, or_one) = match rule {
                    NonAxis::AtMost => ("be at most", ""),
                    NonAxis::Equal => ("equal", ""),
                    NonAxis::Broadcast => ("equal", ", or one of them be 1"),
                };
                write!(
                    f,
                    "dimension {axis} of `indices` must {must} that of `data` ({data}){or_one}, found {found}"
                )
            }
            Self::SizeOverflow {
                tensor,
                axis,
                found,
            } => write!(
                f,
                "the number of elements of `{tensor}` overflows at dimension {axis} of size {found}"
            ),
            Self::KernelRank {
                tensor,
                expected,
                found,
            } => write!(
                f,
                "`{tensor}` must have rank {expected}, for which the kernel was made, found {found}"
            ),
            Self::KernelSize {
                tensor,
                axis,
                expected,
                found,
            } => write!(
                f,
                "dimension {axis} of `{tensor}` must be {expected}, for which the kernel was made, found {found}"
            ),
            Self::KernelDepth { expected, found } => write!(
                f,
                "`depth` must be {expected}, for which the kernel was made, found {found}"
            ),
            Self::RankAboveTyped {
                tensor,
                most,
                found,
            } => {
                let key = match tensor {
                    Role::Data => "`rank`",
                    Role::Indices => "`indices_rank`",
                    Role::Output => "the rank of the output",
                };
                write!(
                    f,
                    "{key} must be at most {most} in a typed kernel, found {found}; the dynamic call takes any rank"
                )
            }
            Self::DepthNotLastSize { last, found } => write!(
                f,
                "`depth` must equal the last size of `indices` ({last}), found {found}"
            ),
            Self::PresetLacksOperator { preset, operator } => write!(
                f,
                "`{preset}` has no operator like {operator}; its choices can be made one by one"
            ),
            Self::PresetLacksBatchDims {
                preset,
                operator,
                found,
            } => write!(
                f,
                "`batch_dims` must be 0 for {operator} of `{preset}`, which has no such attribute, found {found}"
            ),
        }
    }
}

impl core::error::Error for Violation {}
