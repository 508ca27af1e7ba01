//! More than any integer holds.

use gather_core::gather_kernel;

fn main() {
    let pick = gather_kernel!(
        GatherND,
        f32,
        i64,
        rank = 999999999999999999999999999999999999999999
    );
}
