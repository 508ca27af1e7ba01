//! Along the axis the indices may be longer than data, but not so much longer.

use gather_core::gather_kernel;

fn main() {
    let sorted = gather_kernel!(
        GatherElements,
        u8,
        i64,
        data = [1, 4],
        indices = [9223372036854775808, 4]
    );
}
