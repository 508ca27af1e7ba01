//! What a kernel was made for, as far as the macro knew.

use gather_spec::{Op, Role, Rules, Violation};

/// The compile-time knowledge of a kernel whose data has rank `R`. `None` is any size.
#[derive(Clone, Copy, Debug)]
pub struct Spec<const R: usize> {
    /// Operator and attributes, counted from the front.
    pub op: Op,
    /// The choices.
    pub rules: Rules,
    /// Sizes of data.
    pub data: [Option<usize>; R],
    /// Sizes of the indices, if at least their rank is known.
    pub indices: Option<&'static [Option<usize>]>,
    /// Length of the index tuples.
    pub depth: Option<usize>,
}

impl<const R: usize> Spec<R> {
    /// Whether the kernel was made for these shapes.
    #[inline]
    pub(crate) fn fits(&self, data: &[usize], indices: &[usize]) -> Result<(), Violation> {
        sizes_fit(Role::Data, &self.data, data)?;
        if let Some(known) = self.indices {
            sizes_fit(Role::Indices, known, indices)?;
        }
        match (self.op, self.depth, indices.last()) {
            (Op::GatherNd { .. }, Some(expected), Some(found)) if expected != *found => {
                Err(Violation::KernelDepth {
                    expected,
                    found: *found,
                })
            }
            _ => Ok(()),
        }
    }

    /// Whether nothing but indices is treated in another way than ONNX does.
    pub(crate) const fn is_plain(&self) -> bool {
        let Rules {
            depth_zero,
            non_axis,
            batch_output,
            batch_sizes,
            ..
        } = self.rules;
        depth_zero as u8 == Rules::ONNX.depth_zero as u8
            && non_axis as u8 == Rules::ONNX.non_axis as u8
            && batch_output as u8 == Rules::ONNX.batch_output as u8
            && batch_sizes as u8 == Rules::ONNX.batch_sizes as u8
    }

    /// Coordinates in a tuple, if that is known.
    pub(crate) const fn tuple_length(&self) -> Option<usize> {
        match self.op {
            Op::GatherNd { .. } => self.depth,
            Op::Gather { .. } | Op::GatherElements { .. } => Some(1),
        }
    }

    /// Elements in a row, if all the sizes they come from are known.
    pub(crate) const fn slice(&self) -> Option<usize> {
        let mut axis = match (self.op, self.depth) {
            (Op::GatherNd { batch_dims }, Some(depth)) => position(batch_dims) + depth,
            (Op::GatherNd { .. }, None) => return None,
            (Op::Gather { axis, .. }, _) => position(axis) + 1,
            (Op::GatherElements { .. }, _) => return Some(1),
        };
        let mut slice = 1_usize;
        while axis < R {
            match self.data[axis] {
                Some(size) => slice = slice.wrapping_mul(size),
                None => return None,
            }
            axis += 1;
        }
        Some(slice)
    }
}

/// An attribute that the macro has counted from the front.
#[expect(clippy::cast_sign_loss, reason = "below the rank of the kernel")]
const fn position(attribute: i128) -> usize {
    attribute as usize
}

#[inline]
pub(crate) fn sizes_fit(
    tensor: Role,
    known: &[Option<usize>],
    found: &[usize],
) -> Result<(), Violation> {
    if known.len() != found.len() {
        return Err(Violation::KernelRank {
            tensor,
            expected: known.len(),
            found: found.len(),
        });
    }
    for (axis, (known, found)) in known.iter().zip(found).enumerate() {
        if let Some(expected) = *known
            && expected != *found
        {
            return Err(Violation::KernelSize {
                tensor,
                axis,
                expected,
                found: *found,
            });
        }
    }
    Ok(())
}
