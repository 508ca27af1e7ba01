//! Values and nested arrays as views: nothing is copied, nothing can be wrong.

use crate::view::{View, ViewDyn};

/// A single value is a tensor without dimensions.
impl<'a, T> From<&'a T> for View<'a, T, 0> {
    fn from(value: &'a T) -> Self {
        Self::agreed(core::slice::from_ref(value), [])
    }
}

/// Nested arrays up to rank 8, for both kinds of view.
macro_rules! from_nested {
    ($($rank:literal: $array:ty, [$($n:ident)*], $($flatten:ident)*;)*) => { $(
        impl<'a, T, $(const $n: usize),*> From<&'a $array> for View<'a, T, $rank> {
            fn from(array: &'a $array) -> Self {
                Self::agreed(array$(.$flatten())*, [$($n),*])
            }
        }

        impl<'a, T, $(const $n: usize),*> From<&'a $array> for ViewDyn<'a, T> {
            fn from(array: &'a $array) -> Self {
                Self::agreed(array$(.$flatten())*, const { &[$($n),*] })
            }
        }
    )* };
}
from_nested! {
    1: [T; A], [A], as_slice;
    2: [[T; B]; A], [A B], as_flattened;
    3: [[[T; C]; B]; A], [A B C], as_flattened as_flattened;
    4: [[[[T; D]; C]; B]; A], [A B C D], as_flattened as_flattened as_flattened;
    5: [[[[[T; E]; D]; C]; B]; A], [A B C D E], as_flattened as_flattened as_flattened as_flattened;
    6: [[[[[[T; F]; E]; D]; C]; B]; A], [A B C D E F],
        as_flattened as_flattened as_flattened as_flattened as_flattened;
    7: [[[[[[[T; G]; F]; E]; D]; C]; B]; A], [A B C D E F G],
        as_flattened as_flattened as_flattened as_flattened as_flattened as_flattened;
    8: [[[[[[[[T; H]; G]; F]; E]; D]; C]; B]; A], [A B C D E F G H],
        as_flattened as_flattened as_flattened as_flattened as_flattened as_flattened as_flattened;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nested_arrays_have_the_shape_of_their_type() {
        let deep = [[[[[[[[7_u8; 1]; 2]; 1]; 2]; 1]; 2]; 1]; 3];
        let shape = [3, 1, 2, 1, 2, 1, 2, 1];
        assert_eq!(View::<u8, 8>::from(&deep).shape(), &shape);
        let view: ViewDyn<'_, u8> = (&deep).into();
        assert_eq!((view.shape(), view.len()), (&shape[..], 24));
        assert_eq!(View::<_, 0>::from(&5).as_slice(), Some(&[5][..]));
    }
}
