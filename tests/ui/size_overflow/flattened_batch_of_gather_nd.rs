//! The flattened batch dimension must fit by itself, even where the output is empty.

use gather_core::gather_kernel;

fn main() {
    let pick = gather_kernel!(
        GatherND,
        u8,
        i64,
        data = [4294967296, 4294967296, 2, 0],
        indices = [4294967296, 4294967296, 0, 1],
        batch_dims = 2,
        batch_output = flattened
    );
}
