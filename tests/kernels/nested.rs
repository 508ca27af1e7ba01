//! Nested arrays from flat elements.

/// An array nested `RANK` deep around `T`; of rank 0, `T` itself.
pub(crate) trait Nested<T, const RANK: usize>: Sized {
    /// The array of these elements, in row-major order.
    fn of(elements: &[T]) -> Self
    where
        T: Clone,
    {
        let mut rest = elements.iter().cloned();
        let array = Self::take(&mut || rest.next().expect("as many elements as the array has"));
        assert!(rest.next().is_none(), "no more elements than the array has");
        array
    }

    /// The array of the next elements, in row-major order.
    fn take(next: &mut impl FnMut() -> T) -> Self;
}

impl<T> Nested<T, 0> for T {
    fn take(next: &mut impl FnMut() -> T) -> Self {
        next()
    }
}

macro_rules! nested {
    ($($inner:literal $rank:literal)*) => { $(
        impl<T, A: Nested<T, $inner>, const N: usize> Nested<T, $rank> for [A; N] {
            fn take(next: &mut impl FnMut() -> T) -> Self {
                core::array::from_fn(|_| A::take(next))
            }
        }
    )* };
}
nested!(0 1 1 2 2 3 3 4 4 5 5 6 6 7 7 8);
