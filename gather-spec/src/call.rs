//! One call under judgement: the operator, what is known of the shapes, the choices; and the shape
//! of what comes out.

use crate::{
    op::Op,
    policy::{BatchOutput, BatchSizes, NonAxis, Rules},
    shape::{Shape, broadcast, elements_of},
};

/// A call to be judged, at run time over known shapes, while compiling over partly known ones.
///
/// ```
/// use gather_spec::{Call, Op, Rules};
/// let call = Call {
///     op: Op::gather_nd(2),
///     data: &[30, 2, 100, 35][..],
///     indices: &[30, 2, 3, 1][..],
///     rules: Rules::ONNX,
/// };
/// assert_eq!(call.first_violation(), Ok(()));
/// let shape: Vec<_> = (0..4).map(|axis| call.output_size(axis)).collect();
/// assert_eq!(shape, [Some(30), Some(2), Some(3), Some(35)]);
/// ```
#[derive(Debug)]
pub struct Call<'a, D: ?Sized, Q: ?Sized> {
    /// Operator and attributes as written.
    pub op: Op,
    /// Shape of data.
    pub data: &'a D,
    /// Shape of the indices.
    pub indices: &'a Q,
    /// The choices made.
    pub rules: Rules,
}

impl<D: ?Sized, Q: ?Sized> Clone for Call<'_, D, Q> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<D: ?Sized, Q: ?Sized> Copy for Call<'_, D, Q> {}

/// A position counted from the front, if it is not before it.
///
/// ```
/// use gather_spec::from_front;
/// assert_eq!(from_front(-1, 4), Some(3));
/// assert_eq!(from_front(-5, 4), None);
/// assert_eq!(from_front(9, 4), Some(9));
/// ```
#[inline]
#[must_use]
pub fn from_front(position: i128, rank: usize) -> Option<usize> {
    let counted = if position < 0 {
        position + rank as i128
    } else {
        position
    };
    usize::try_from(counted).ok()
}

impl<D: Shape + ?Sized, Q: Shape + ?Sized> Call<'_, D, Q> {
    /// `batch_dims` counted from the front, if it can be told.
    ///
    /// ```
    /// # use gather_spec::{Call, Op, Rules};
    /// let call = Call { op: Op::gather(1, -1), data: &[2, 5][..], indices: &[2, 3][..], rules: Rules::ONNX };
    /// assert_eq!(call.batch_dims(), Some(1));
    /// ```
    #[inline]
    pub fn batch_dims(&self) -> Option<usize> {
        match self.op {
            Op::GatherNd { batch_dims } => usize::try_from(batch_dims).ok(),
            Op::Gather { batch_dims, .. } if batch_dims < 0 => {
                from_front(batch_dims, self.indices.rank()?)
            }
            Op::Gather { batch_dims, .. } => usize::try_from(batch_dims).ok(),
            Op::GatherElements { .. } => Some(0),
        }
    }

    /// `axis` counted from the front, if the operator has one and it can be told.
    ///
    /// ```
    /// # use gather_spec::{Call, Op, Rules};
    /// let call = Call { op: Op::gather_elements(-1), data: &[2, 5][..], indices: &[2, 3][..], rules: Rules::ONNX };
    /// assert_eq!(call.axis(), Some(1));
    /// ```
    #[inline]
    pub fn axis(&self) -> Option<usize> {
        match self.op {
            Op::GatherNd { .. } => None,
            Op::Gather { axis, .. } | Op::GatherElements { axis } => {
                from_front(axis, self.data.rank()?)
            }
        }
    }

    /// Number of coordinates that pick one slice: the tuple length of GatherND, 1 elsewhere.
    ///
    /// ```
    /// # use gather_spec::{Call, Op, Rules};
    /// let call = Call { op: Op::gather_nd(0), data: &[2, 5][..], indices: &[7, 2][..], rules: Rules::ONNX };
    /// assert_eq!(call.depth(), Some(2));
    /// ```
    #[inline]
    pub fn depth(&self) -> Option<usize> {
        match self.op {
            Op::GatherNd { .. } => self.indices.last_size(),
            Op::Gather { .. } | Op::GatherElements { .. } => Some(1),
        }
    }

    /// The data axis that the first coordinate indexes.
    ///
    /// ```
    /// # use gather_spec::{Call, Op, Rules};
    /// let call = Call { op: Op::gather_nd(1), data: &[2, 5][..], indices: &[2, 1][..], rules: Rules::ONNX };
    /// assert_eq!(call.first_axis(), Some(1));
    /// ```
    #[inline]
    pub fn first_axis(&self) -> Option<usize> {
        match self.op {
            Op::GatherNd { .. } => self.batch_dims(),
            Op::Gather { .. } | Op::GatherElements { .. } => self.axis(),
        }
    }

    /// Rank of the output. Meaningful only if no rule is broken; unknown if something it needs is.
    ///
    /// ```
    /// # use gather_spec::{Call, Op, Rules};
    /// // q + r - k - 1 - b = 3 + 4 - 3 - 1 - 0
    /// let call = Call { op: Op::gather_nd(0), data: &[1000, 256, 10, 15][..], indices: &[25, 125, 3][..], rules: Rules::ONNX };
    /// assert_eq!(call.output_rank(), Some(3));
    /// ```
    #[inline]
    pub fn output_rank(&self) -> Option<usize> {
        let (rank, indices_rank) = (self.data.rank()?, self.indices.rank()?);
        let batch = self.batch_dims()?;
        match self.op {
            Op::GatherNd { .. } => {
                let taken = batch.checked_add(self.depth()?)?;
                let kept = self.batch_output_rank()? + indices_rank.checked_sub(1 + batch)?;
                Some(kept + rank.checked_sub(taken)?)
            }
            Op::Gather { .. } => Some((rank + indices_rank).checked_sub(1 + batch)?),
            Op::GatherElements { .. } => Some(rank),
        }
    }

    /// How many output dimensions the batch takes: one if it is flattened.
    #[inline]
    fn batch_output_rank(&self) -> Option<usize> {
        let batch = self.batch_dims()?;
        let nd = matches!(self.op, Op::GatherNd { .. });
        Some(match self.rules.batch_output {
            BatchOutput::Flattened if nd => batch.min(1),
            _ => batch,
        })
    }

    /// One size of the output; unknown if it depends on something unknown or does not fit.
    /// Meaningful only if no rule is broken.
    ///
    /// ```
    /// # use gather_spec::{Call, Op, Rules};
    /// let call = Call { op: Op::gather(0, 0), data: &[None, Some(768)][..], indices: &[None][..], rules: Rules::ONNX };
    /// assert_eq!((call.output_size(0), call.output_size(1)), (None, Some(768)));
    /// ```
    #[inline]
    pub fn output_size(&self, position: usize) -> Option<usize> {
        if let Op::GatherElements { .. } = self.op {
            return self.elements_size(position);
        }
        let batch = self.batch_dims()?;
        let batch_rank = self.batch_output_rank()?;
        if position < batch_rank {
            return if batch_rank == batch {
                self.batch_size(position)
            } else {
                self.flattened_batch()
            };
        }
        // From here on, `past` counts the output dimensions behind the batch.
        let past = position - batch_rank;
        let indices_rank = self.indices.rank()?;
        match self.op {
            Op::GatherNd { .. } => {
                let tuples = indices_rank.checked_sub(1 + batch)?;
                if past < tuples {
                    self.indices.size(batch + past)
                } else {
                    self.data.size(batch + self.depth()? + past - tuples)
                }
            }
            Op::Gather { .. } => {
                let outer = self.axis()?.checked_sub(batch)?;
                let picks = indices_rank.checked_sub(batch)?;
                if past < outer {
                    self.data.size(batch + past)
                } else if past < outer + picks {
                    self.indices.size(batch + past - outer)
                } else {
                    self.data.size(batch + past - picks + 1)
                }
            }
            Op::GatherElements { .. } => None,
        }
    }

    /// The size that a batch dimension has in the output.
    ///
    /// ```
    /// # use gather_spec::{BatchSizes, Call, Op, Rules};
    /// let rules = Rules { batch_sizes: BatchSizes::Broadcast, ..Rules::ONNX };
    /// let call = Call { op: Op::gather_nd(1), data: &[1, 3][..], indices: &[4, 1][..], rules };
    /// assert_eq!(call.batch_size(0), Some(4));
    /// ```
    #[inline]
    pub fn batch_size(&self, axis: usize) -> Option<usize> {
        let (data, indices) = (self.data.size(axis), self.indices.size(axis));
        match self.rules.batch_sizes {
            BatchSizes::Equal => data.or(indices),
            BatchSizes::Broadcast => repeated(data, indices),
        }
    }

    fn flattened_batch(&self) -> Option<usize> {
        self.product((0..self.batch_dims()?).map(|axis| self.batch_size(axis)))
    }

    /// The size of one dimension of GatherElements' output.
    #[inline]
    fn elements_size(&self, axis: usize) -> Option<usize> {
        let (data, indices) = (self.data.size(axis), self.indices.size(axis));
        if self.axis()? == axis {
            return indices;
        }
        match self.rules.non_axis {
            NonAxis::AtMost => indices,
            NonAxis::Equal => indices.or(data),
            NonAxis::Broadcast => repeated(data, indices),
        }
    }

    /// Number of elements of the output; `None` if something is unknown or it does not fit.
    /// Meaningful only if no rule is broken.
    ///
    /// ```
    /// # use gather_spec::{Call, Op, Rules};
    /// let call = Call { op: Op::gather(0, 0), data: &[5, 4][..], indices: &[3][..], rules: Rules::ONNX };
    /// assert_eq!(call.output_elements(), Some(12));
    /// ```
    #[inline]
    pub fn output_elements(&self) -> Option<usize> {
        self.product((0..self.output_rank()?).map(|position| self.output_size(position)))
    }

    /// A product of sizes; `None` if one is unknown or it does not fit.
    #[inline]
    fn product(&self, sizes: impl Iterator<Item = Option<usize>>) -> Option<usize> {
        let mut known = true;
        let sizes = sizes.map(|size| {
            known &= size.is_some();
            size.unwrap_or(1)
        });
        let product = elements_of(sizes);
        if known { product } else { None }
    }
}

/// What two sizes repeat to when one or both may be unknown: a known size other than 1 decides.
#[inline]
fn repeated(a: Option<usize>, b: Option<usize>) -> Option<usize> {
    match (a, b) {
        (Some(a), Some(b)) => broadcast(a, b),
        (Some(1), None) | (None, Some(1)) | (None, None) => None,
        (Some(size), None) | (None, Some(size)) => Some(size),
    }
}
