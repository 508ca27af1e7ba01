//! A module of kernels, used by paths and by imports.
#![deny(warnings, missing_docs)]

/// Kernels of a model.
pub mod kernels {
    use gather_core::gather_kernel;

    gather_kernel!(
        /// Rows of an embedding.
        pub struct Embed: Gather, f32, u32, data = [_, 3]
    );
    gather_kernel!(
        /// The best of each row.
        pub struct Best: GatherElements, f32, i64, rank = 2, axis = -1
    );
}

use gather_core::View;
use kernels::Best;

fn main() {
    let table = [[0.0, 1.0, 2.0], [3.0, 4.0, 5.0]];
    let rows = kernels::Embed
        .run(View::from(&table), View::from(&[1, 0, 1]))
        .unwrap();
    assert_eq!(rows.shape(), &[3, 3]);
    let best = Best.run(rows.view(), View::from(&[[2], [0], [1]])).unwrap();
    assert_eq!(best.as_slice(), [5.0, 0.0, 4.0]);
}
