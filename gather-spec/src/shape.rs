//! Shapes of which parts may be unknown, and sizes that may not fit.

/// A shape of which parts may be unknown.
///
/// At run time everything is known (`[usize]`), and the optimiser removes the question; while
/// compiling, the macro knows what the user wrote (`[Option<usize>]`).
///
/// ```
/// use gather_spec::Shape;
/// let table = &[None, Some(768)][..];
/// assert_eq!((table.rank(), table.size(0), table.last_size()), (Some(2), None, Some(768)));
/// ```
pub trait Shape {
    /// Number of dimensions, if known.
    fn rank(&self) -> Option<usize>;

    /// Size of one dimension, if known.
    fn size(&self, axis: usize) -> Option<usize>;

    /// Size of the last dimension, if known. (The depth of index tuples may be known when the rank
    /// of the indices is not.)
    #[inline]
    fn last_size(&self) -> Option<usize> {
        self.size(self.rank()?.checked_sub(1)?)
    }
}

impl Shape for [usize] {
    #[inline]
    fn rank(&self) -> Option<usize> {
        Some(self.len())
    }

    #[inline]
    fn size(&self, axis: usize) -> Option<usize> {
        self.get(axis).copied()
    }
}

impl Shape for [Option<usize>] {
    fn rank(&self) -> Option<usize> {
        Some(self.len())
    }

    fn size(&self, axis: usize) -> Option<usize> {
        self.get(axis).copied().flatten()
    }
}

/// Number of elements of a shape, or `None` if it does not fit a `usize`.
///
/// A shape with a 0 in it has no elements, however large its other sizes are.
///
/// ```
/// use gather_spec::elements;
/// assert_eq!(elements(&[2, 3]), Some(6));
/// assert_eq!(elements(&[]), Some(1));
/// assert_eq!(elements(&[usize::MAX, 2, 0]), Some(0));
/// assert_eq!(elements(&[usize::MAX, 2]), None);
/// ```
#[inline]
#[must_use]
pub fn elements(shape: &[usize]) -> Option<usize> {
    elements_of(shape.iter().copied())
}

/// The same over any sequence of sizes.
#[inline]
pub(crate) fn elements_of(sizes: impl Iterator<Item = usize>) -> Option<usize> {
    let mut product = Some(1_usize);
    for size in sizes {
        if size == 0 {
            return Some(0);
        }
        product = product.and_then(|p| p.checked_mul(size));
    }
    product
}

/// The size that two sizes repeat to: equal ones, or 1 on one side.
///
/// ```
/// use gather_spec::broadcast;
/// assert_eq!(broadcast(1, 7), Some(7));
/// assert_eq!(broadcast(0, 1), Some(0));
/// assert_eq!(broadcast(2, 4), None);
/// ```
#[inline]
#[must_use]
pub const fn broadcast(a: usize, b: usize) -> Option<usize> {
    match (a, b) {
        (1, other) | (other, 1) => Some(other),
        _ if a == b => Some(a),
        _ => None,
    }
}
