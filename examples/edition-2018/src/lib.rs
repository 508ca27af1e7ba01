//! A user whose crate is of an older edition: what the macros write means the same there, also next to names that
//! became keywords later.

#![forbid(unsafe_code)]
#![deny(
    warnings,
    missing_docs,
    missing_debug_implementations,
    unused_qualifications,
    unreachable_pub,
    elided_lifetimes_in_paths
)]
#![deny(clippy::all, clippy::pedantic)]

use gather_core::{gather_kernel, gather_table, GatherError, View};

/// A name that edition 2024 took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// So is this.
    pub gen: u8,
}

gather_kernel!(
    /// Ranks known.
    pub struct Rows: Gather, f32, i64, rank = 2
);
gather_kernel!(
    /// All sizes known, elements that are cloned.
    pub struct Labels: Gather, Label, u8, data = [2], indices = [20]
);
gather_kernel!(
    /// Some sizes known, and a fill.
    pub struct Lists: GatherElements, Vec<String>, u8, data = [_, 2], axis = 1, out_of_range = fill
);
gather_table!(
    /// Rows by width.
    pub static ROWS: Gather, f32, u32, axis = 0, out_of_range = fill(-1.0);
    rank = 2;
    data = [_, 4];
);

/// Gathered by the compiler.
pub const PICKED: [u8; 2] =
    gather_kernel!(Gather, u8, i8, data = [3], indices = [2]).eval(&[1, 2, 3], &[-1, 0]);

/// Over any type, prepared.
///
/// # Errors
///
/// None: both indices are in range.
pub fn swapped<T: Clone>(pair: &[T; 2]) -> Result<[T; 2], GatherError> {
    let kernel = gather_kernel!(Gather, T, i8, data = [2], indices = [2]);
    kernel.prepare(&[1, 0])?.run(pair)
}

/// The first and the last.
///
/// # Errors
///
/// There is none.
pub fn ends<T: Clone>(data: View<'_, T, 1>) -> Result<Vec<T>, GatherError> {
    let kernel = gather_kernel!(Gather, T, i8, rank = 1);
    Ok(kernel.run(data, View::from(&[0, -1]))?.into_vec())
}

#[cfg(test)]
mod tests {
    use super::{ends, swapped, Label, Labels, Lists, Rows, PICKED, ROWS};
    use gather_core::{GatherError, View};

    #[test]
    fn kernels_run_in_an_older_edition() -> Result<(), GatherError> {
        assert_eq!(PICKED, [3, 1]);
        assert_eq!(swapped(&["a", "b"])?, ["b", "a"]);
        assert_eq!(ends(View::from(&["a", "b", "c"]))?, ["a", "c"]);
        let out = Rows.run(View::from(&[[1.0, 2.0]]), View::from(&[0]))?;
        assert_eq!(out.as_slice(), [1.0, 2.0]);
        let out = Labels.run(&[Label { gen: 1 }, Label { gen: 2 }], &[1; 20])?;
        assert_eq!(out[19], Label { gen: 2 });
        let lists = [[vec!["a".to_owned()], Vec::new()]];
        let out = Lists.run(View::from(&lists), View::from(&[[0, 7]]))?;
        assert_eq!(out.as_slice(), lists[0]);
        assert_eq!(ROWS.names().count(), 2);
        Ok(())
    }
}
