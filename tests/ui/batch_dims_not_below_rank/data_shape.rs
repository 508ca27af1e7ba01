//! The same where the rank comes from a shape, as an item.

use gather_core::gather_kernel;

gather_kernel!(
    /// One box per query.
    pub struct PickBoxes: GatherND, f32, i64, data = [_, 4], batch_dims = 2
);

fn main() {}
