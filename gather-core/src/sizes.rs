//! The sizes of an owned tensor: a few are kept in place, so that a new tensor is one allocation.

use alloc::vec::Vec;
use core::{fmt, ops::Deref};

use crate::output::OutputShape;

/// Dimensions that are kept in place. Tensors of more are rare, and their sizes a vector.
const IN_PLACE: usize = 6;

/// The sizes of a tensor of any number of dimensions.
#[derive(Clone)]
pub(crate) enum Sizes {
    /// The first `rank` of `sizes`.
    InPlace {
        rank: usize,
        sizes: [usize; IN_PLACE],
    },
    /// As they were given, or too many.
    Vector(Vec<usize>),
}

impl Deref for Sizes {
    type Target = [usize];

    fn deref(&self) -> &[usize] {
        match self {
            Self::InPlace { rank, sizes } => sizes.get(..*rank).unwrap_or(sizes),
            Self::Vector(sizes) => sizes,
        }
    }
}

impl PartialEq for Sizes {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Eq for Sizes {}

impl fmt::Debug for Sizes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

impl From<Vec<usize>> for Sizes {
    fn from(sizes: Vec<usize>) -> Self {
        Self::Vector(sizes)
    }
}

impl From<OutputShape<'_>> for Sizes {
    fn from(shape: OutputShape<'_>) -> Self {
        Self::of(shape.rank(), shape.iter())
    }
}

impl<const R: usize> From<[usize; R]> for Sizes {
    fn from(sizes: [usize; R]) -> Self {
        Self::of(R, sizes.into_iter())
    }
}

impl Sizes {
    fn of(rank: usize, each: impl Iterator<Item = usize>) -> Self {
        if rank > IN_PLACE {
            return Self::Vector(each.collect());
        }
        let mut sizes = [0; IN_PLACE];
        for (to, size) in sizes.iter_mut().zip(each) {
            *to = size;
        }
        Self::InPlace { rank, sizes }
    }
}

impl From<Sizes> for Vec<usize> {
    fn from(sizes: Sizes) -> Self {
        match sizes {
            Sizes::Vector(sizes) => sizes,
            sizes @ Sizes::InPlace { .. } => sizes.to_vec(),
        }
    }
}

#[cfg(test)]
mod tests {
    use alloc::{vec, vec::Vec};

    use super::{IN_PLACE, Sizes};
    use crate::dynamic::gather_elements_output_shape;

    #[test]
    fn sizes_are_the_same_wherever_they_are_kept() {
        for rank in 1..=IN_PLACE + 2 {
            let shape: Vec<usize> = (1..=rank).collect();
            let output = gather_elements_output_shape(&shape, &shape, 0).unwrap();
            let (made, given) = (Sizes::from(output), Sizes::from(shape.clone()));
            assert_eq!(matches!(made, Sizes::InPlace { .. }), rank <= IN_PLACE);
            assert!(made == given && given == made.clone());
            assert!(made != Sizes::from(vec![7; rank]));
            assert_eq!(&*made, shape);
            assert_eq!(alloc::format!("{made:?}"), alloc::format!("{shape:?}"));
            assert_eq!(Vec::from(made), shape);
            assert_eq!(Vec::from(given), shape);
        }
    }
}
