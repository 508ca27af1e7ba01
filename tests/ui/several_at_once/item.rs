//! The same for an item.
// mistakes: 5

use gather_core::gather_kernel;

gather_kernel!(
    /// One box per query.
    #[derive(PartialEq)]
    pub struct PickBoxes: GatherND, f32, u128, rank = -3, axis = 1, dept = 1, semantics = onxx_13
);

fn main() {
    let _ = PickBoxes.run(1, 2).unwrap();
}
