//! In a crate that forbids unsafe code and denies every lint it knows.
#![forbid(unsafe_code)]
#![deny(
    warnings,
    missing_docs,
    missing_debug_implementations,
    missing_copy_implementations,
    unreachable_pub,
    unused_qualifications,
    unused_results,
    unused_lifetimes,
    single_use_lifetimes,
    elided_lifetimes_in_paths,
    trivial_casts,
    trivial_numeric_casts,
    variant_size_differences,
    unused_import_braces,
    meta_variable_misuse,
    non_ascii_idents,
    let_underscore_drop,
    unit_bindings,
    redundant_lifetimes,
    rust_2018_idioms,
    rust_2021_compatibility,
    rust_2024_compatibility,
    nonstandard_style,
    future_incompatible
)]
#![deny(clippy::all, clippy::pedantic, clippy::nursery, clippy::cargo)]
#![deny(
    clippy::as_conversions,
    clippy::indexing_slicing,
    clippy::missing_inline_in_public_items
)]

use gather_core::{ByCopy, Element, GatherError, View, gather_kernel, gather_table};

/// A user's own type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pixel(pub [u8; 3]);

impl Element for Pixel {
    type Mover = ByCopy;
}

gather_kernel!(
    /// Rows by number.
    pub struct Rows: Gather, f32, u32, data = [_, 2], semantics = openvino_8
);
gather_kernel!(
    /// Larger than what is unrolled.
    pub struct Many: GatherND, i32, i32, data = [4, 5, 6], indices = [4, 7, 1], batch_dims = 1
);
gather_kernel!(
    /// The same with a fill.
    pub struct Filled: GatherElements, u8, i32, data = [5, 5], indices = [5, 5], out_of_range = fill(7)
);
gather_kernel!(
    /// Texts.
    pub struct Texts: GatherND, String, i64, data = [3, 2], indices = [3, 1, 1], batch_dims = 1
);
gather_kernel!(
    /// Many texts.
    pub struct ManyTexts: Gather, String, u8, data = [2], indices = [4, 5], out_of_range = fill
);
gather_kernel!(
    /// Without a depth.
    pub struct AnyDepth: GatherND, Pixel, u8, rank = 3, batch_dims = 1, depth_zero = copy
);
gather_table!(
    /// Rows by width.
    pub static TABLE: Gather, Pixel, u32, axis = 0, out_of_range = fill(Pixel([0; 3])); data = [_, 4]; rank = 2;
);

fn main() -> Result<(), GatherError> {
    let pick = gather_kernel!(
        Gather,
        Pixel,
        i64,
        rank = 1,
        out_of_range = fill(Pixel([9; 3]))
    );
    let out = pick.run(View::from(&[Pixel([1, 2, 3])]), View::from(&[-1, 7]))?;
    assert_eq!(out.as_slice(), [Pixel([1, 2, 3]), Pixel([9; 3])]);
    let words = gather_kernel!(Gather, String, u8, data = [2], indices = [1]);
    assert_eq!(words.run(&["a".to_owned(), "b".to_owned()], &[1])?, ["b"]);
    let texts = gather_kernel!(Gather, Vec<String>, u8, rank = 1).output_shape(&[3], &[4, 5])?;
    assert_eq!(texts.elements(), 20);
    let out = Many.run(&[[[1; 6]; 5]; 4], &[[[-1]; 7]; 4])?;
    assert_eq!(out, [[[1; 6]; 7]; 4]);
    assert_eq!(Filled.run(&[[1; 5]; 5], &[[5; 5]; 5])?, [[7; 5]; 5]);
    let all = ["a", "b"].map(str::to_owned);
    assert_eq!(
        Texts.run(
            &[all.clone(), all.clone(), all.clone()],
            &[[[1]], [[0]], [[-1]]]
        )?,
        [["b"], ["a"], ["b"]]
    );
    assert_eq!(
        ManyTexts.run(&all, &[[0, 1, 2, 3, 4]; 4])?,
        [["a", "b", "", "", ""]; 4]
    );
    let table = View::from(&[[1.0, 2.0]]);
    assert_eq!(
        Rows.run(table, View::from(&[0, 1]))?.as_slice(),
        [1.0, 2.0, 0.0, 0.0]
    );
    assert_eq!(AnyDepth.output_shape(&[2, 3, 4], &[2, 9, 1])?, [2, 9, 4]);
    assert_eq!(TABLE.names().count(), 2);
    Ok(())
}
