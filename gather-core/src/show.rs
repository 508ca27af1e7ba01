//! One readable form for views and tensors: `View[2, 3] [[1, 2, 3], [4, 5, 6]]`.

use core::fmt;

use crate::view::ViewDyn;

/// Elements shown before the rest is only counted.
const MOST: usize = 64;

/// Writes a name, a shape and the elements in nested brackets.
///
/// Without recursion, because a shape may have any number of dimensions.
pub(crate) fn show<T: fmt::Debug>(
    f: &mut fmt::Formatter<'_>,
    name: &str,
    view: ViewDyn<'_, T>,
) -> fmt::Result {
    let shape = view.shape();
    write!(f, "{name}{shape:?} ")?;
    if view.is_empty() {
        return f.write_str("[]");
    }
    for (n, element) in view.iter().take(MOST).enumerate() {
        if n > 0 {
            brackets(f, "]", closed_before(n, shape))?;
            f.write_str(", ")?;
            brackets(f, "[", closed_before(n, shape))?;
        } else {
            brackets(f, "[", shape.len())?;
        }
        element.fmt(f)?;
    }
    match view.len().checked_sub(MOST) {
        None | Some(0) => brackets(f, "]", shape.len()),
        Some(rest) => write!(f, ", … {rest} more"),
    }
}

/// How many of the innermost dimensions end before element `n`.
fn closed_before(n: usize, shape: &[usize]) -> usize {
    let mut run = 1_usize;
    let ends = |size: &&usize| {
        run = run.saturating_mul(**size);
        n.is_multiple_of(run)
    };
    shape.iter().rev().take_while(ends).count()
}

fn brackets(f: &mut fmt::Formatter<'_>, bracket: &str, count: usize) -> fmt::Result {
    (0..count).try_for_each(|_| f.write_str(bracket))
}

#[cfg(test)]
mod tests {
    use crate::ViewDyn;
    use std::{format, vec::Vec};

    #[test]
    fn shapes_are_shown_as_brackets() {
        let numbers: Vec<usize> = (0..80).collect();
        let show = |shape: &[usize]| {
            let count = shape.iter().product::<usize>();
            format!("{:?}", ViewDyn::new(&numbers[..count], shape).unwrap())
        };
        assert_eq!(show(&[]), "ViewDyn[] 0");
        assert_eq!(show(&[3]), "ViewDyn[3] [0, 1, 2]");
        assert_eq!(show(&[2, 0]), "ViewDyn[2, 0] []");
        assert_eq!(show(&[2, 1, 2]), "ViewDyn[2, 1, 2] [[[0, 1]], [[2, 3]]]");
        assert!(
            show(&[80]).ends_with("62, 63, … 16 more"),
            "long tensors are cut"
        );
        assert_eq!(
            show(&[1; 5000]).len(),
            "ViewDyn ".len() + 5000 * 5 + 1,
            "any rank"
        );
    }
}
