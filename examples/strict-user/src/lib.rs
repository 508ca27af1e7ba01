//! A user who allows himself nothing: `no_std`, no `unsafe`, every warning and every pedantic lint an
//! error, the dependency under another name, the macro through a re-export.
//!
//! `.ci/run` lints this crate with clippy; its tests run what it defines.

#![no_std]
#![forbid(unsafe_code)]
#![deny(
    warnings,
    missing_docs,
    missing_debug_implementations,
    unreachable_pub,
    unused_qualifications,
    single_use_lifetimes,
    unused_results
)]
#![deny(
    clippy::all,
    clippy::pedantic,
    clippy::as_conversions,
    clippy::indexing_slicing
)]

extern crate alloc;

use alloc::{string::String, vec::Vec};

use moved::{Element, GatherError, Tensor, TensorDyn, View, gather_kernel, gather_table};

/// A path that is not the crate's own.
pub mod reexport {
    pub use moved as again;
}

gather_kernel!(
    /// Picks one box per query.
    #[derive(PartialEq, Eq, Hash)]
    pub struct PickBoxes: GatherND, f32, i64, rank = 3, batch_dims = 1, depth = 1
);

reexport::again::gather_kernel!(
    /// Two rows out of three, all sizes known.
    pub(crate) struct TwoRows: Gather, u8, u16, data = [3, 2], indices = [2]
);

gather_kernel!(
    /// Larger than what is written out line by line.
    pub struct ManyRows: GatherND, i32, i32, data = [4, 5, 6], indices = [4, 7, 1], batch_dims = 1
);

gather_table!(
    /// Embedding tables by width.
    pub static LOOKUP: Gather, f32, u32, axis = 0, out_of_range = fill(-1.0);
    rank = 2;
    data = [_, 768];
    data = [_, 4];
);

const TABLE: [[u8; 2]; 3] = [[1, 2], [3, 4], [5, 6]];

/// Gathered by the compiler.
pub const PICKED: [[u8; 2]; 2] = TwoRows.eval(&TABLE, &[2, 0]);

/// Gathered by the compiler, expression form, in a static.
pub static REVERSED: [[u8; 3]; 2] = gather_kernel!(
    GatherElements,
    u8,
    i8,
    data = [2, 3],
    indices = [2, 3],
    axis = 1
)
.eval(&[[1, 2, 3], [4, 5, 6]], &[[-1, -2, -3], [2, 1, 0]]);

/// An error kept in a constant.
pub const REFUSED: Result<[[u8; 2]; 2], GatherError> = TwoRows.run(&TABLE, &[2, 3]);

/// A kernel over a type parameter.
///
/// # Errors
///
/// Those of the gather.
pub fn rows_of<T: Element>(
    data: View<'_, T, 2>,
    rows: View<'_, u32, 1>,
) -> Result<Tensor<T, 2>, GatherError> {
    gather_kernel!(Gather, T, u32, rank = 2).run(data, rows)
}

/// The same over any `Clone` type, with the depth left open.
///
/// # Errors
///
/// Those of the gather.
pub fn tuples_of<T: Clone>(
    data: View<'_, T, 2>,
    tuples: View<'_, u32, 2>,
) -> Result<TensorDyn<T>, GatherError> {
    gather_kernel!(GatherND, T, u32, rank = 2).run(data, tuples)
}

/// Nested arrays of a type parameter.
///
/// # Errors
///
/// None: both indices are in range.
pub fn swapped<T: Clone>(pair: &[T; 2]) -> Result<[T; 2], GatherError> {
    gather_kernel!(Gather, T, i8, data = [2], indices = [2]).run(pair, &[1, 0])
}

/// A type that knows nothing of gathering.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label<'a>(pub &'a str);

gather_kernel!(
    /// Item form over a type that is not an `Element`.
    pub struct PickLabels: Gather, Label<'static>, u32, rank = 1
);

/// A kernel value is `Copy` whatever its element is.
///
/// # Errors
///
/// Those of the gather.
pub fn labels<'a>(all: &[Label<'a>], at: &[u32]) -> Result<Vec<Label<'a>>, GatherError> {
    let kernel = gather_kernel!(Gather, Label<'a>, u32, rank = 1);
    let again = kernel;
    let once = kernel.run(View::new(all, [all.len()])?, View::new(at, [at.len()])?)?;
    let twice = again.run(once.view(), View::new(&[0], [1])?)?;
    Ok(twice.into_vec())
}

/// Into a buffer, with a name for the log.
///
/// # Errors
///
/// Those of the gather.
pub fn boxes_into(
    data: View<'_, f32, 3>,
    best: View<'_, i64, 2>,
    out: &mut [f32],
) -> Result<String, GatherError> {
    PickBoxes.run_into(data, best, out)?;
    Ok(String::from(PickBoxes::NAME))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_are_gathered_by_the_compiler() {
        assert_eq!(PICKED, [[5, 6], [1, 2]]);
        assert_eq!(REVERSED, [[3, 2, 1], [6, 5, 4]]);
        assert!(REFUSED.is_err(), "index 3 of 3");
    }

    #[test]
    fn kernels_run_in_generic_functions() -> Result<(), GatherError> {
        let data = [1, 2, 3, 4];
        let rows = rows_of(View::new(&data, [2, 2])?, View::new(&[1], [1])?)?;
        assert_eq!(rows.as_slice(), [3, 4]);
        let tuples = tuples_of(View::new(&data, [2, 2])?, View::new(&[1, 0], [1, 2])?)?;
        assert_eq!(tuples.as_slice(), [3]);
        assert_eq!(swapped(&["a", "b"])?, ["b", "a"]);
        assert_eq!(labels(&[Label("x"), Label("y")], &[1, 0])?, [Label("y")]);
        let picked = PickLabels.run(View::new(&[Label("z")], [1])?, View::new(&[0], [])?)?;
        assert_eq!(picked.as_slice(), [Label("z")]);
        Ok(())
    }

    #[test]
    fn items_run_on_views_and_arrays() -> Result<(), GatherError> {
        let boxes = [[[1.0, 2.0], [3.0, 4.0]]];
        let mut out = [0.0; 2];
        let name = boxes_into(View::from(&boxes), View::from(&[[-1]]), &mut out)?;
        assert_eq!(
            (name.as_str(), out),
            ("gather_nd_f32_i64_r3_b1_k1", [3.0, 4.0])
        );
        let mut many = [[[0; 6]; 7]; 4];
        ManyRows.run_into(&[[[5; 6]; 5]; 4], &[[[-1]; 7]; 4], &mut many)?;
        assert_eq!(many, [[[5; 6]; 7]; 4]);
        Ok(())
    }

    #[test]
    fn the_table_falls_back_with_its_fill_value() -> Result<(), GatherError> {
        let data = [1.0, 2.0, 3.0, 4.0];
        let at = View::new(&[0, 9], [2])?;
        let known = LOOKUP.run(View::new(&data, [1, 4])?, at)?;
        assert_eq!(
            known.as_slice(),
            [1.0, 2.0, 3.0, 4.0, -1.0, -1.0, -1.0, -1.0]
        );
        assert_eq!(
            LOOKUP.find(&[1, 4], &[2]),
            Some("gather_f32_u32_dx_4_a0_b0_fill_minus1_0")
        );
        let other = LOOKUP.run(View::new(&data, [4])?, at)?;
        assert_eq!(
            (LOOKUP.find(&[4], &[2]), other.as_slice()),
            (None, &[1.0, -1.0][..])
        );
        Ok(())
    }
}
