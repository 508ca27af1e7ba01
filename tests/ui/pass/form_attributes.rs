//! Documentation and attributes are kept; `Clone`, `Copy`, `Debug` and `Default` are given.
#![deny(warnings, missing_docs)]

use gather_core::{View, gather_kernel};
use std::collections::HashSet;

gather_kernel!(
    /// Picks one box per query.
    ///
    /// With a second paragraph.
    #[derive(PartialEq, Eq, PartialOrd, Ord, Hash)]
    #[must_use]
    #[doc(alias = "gather")]
    pub struct PickBoxes: GatherND, f32, i64, rank = 3, batch_dims = 1, depth = 1
);

#[cfg(any())]
gather_kernel!(struct Gone: Nonsense);

gather_kernel!(
    #[cfg(all())]
    #[allow(dead_code)]
    struct Kept: Gather, u8, u8, rank = 1
);

gather_kernel!(
    #[cfg_attr(all(), cfg(any()))]
    struct GoneToo: Gather, NotThere, u8, rank = 1
);

gather_kernel!(
    /// Warns where it is used, not where it is made.
    #[deprecated = "use `PickBoxes`"]
    pub struct Old: Gather, String, u8, data = [1], indices = [1]
);

gather_kernel!(
    #[cfg_attr(all(), derive(PartialEq), allow(non_camel_case_types))]
    #[non_exhaustive]
    #[repr(C)]
    struct lower_case: Gather, u8, u8, rank = 1
);

fn main() {
    assert!(lower_case == lower_case);
    let kernel = PickBoxes;
    let copy = kernel.clone();
    assert_eq!(format!("{copy:?}"), "PickBoxes");
    assert!(copy == kernel && PickBoxes::default() <= kernel);
    assert_eq!(HashSet::from([kernel, copy]).len(), 1);
    let boxes = [[[1.0, 2.0], [3.0, 4.0]], [[5.0, 6.0], [7.0, 8.0]]];
    let out = kernel
        .run(View::from(&boxes), View::from(&[[[1]], [[0]]]))
        .unwrap();
    assert_eq!(
        (out.shape(), out.as_slice()),
        (&[2, 1, 2], &[3.0, 4.0, 5.0, 6.0][..])
    );
}
