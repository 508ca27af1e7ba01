//! A typed output in the wrong place.

use gather_core::{GatherError, View, gather_kernel};

gather_kernel!(struct Pick: GatherND, f32, i64, rank = 3, batch_dims = 1, depth = 1);

fn pick(boxes: View<'_, f32, 3>, at: View<'_, i64, 3>) -> Result<Vec<f32>, GatherError> {
    Pick.run(boxes, at)
}

fn main() {}
