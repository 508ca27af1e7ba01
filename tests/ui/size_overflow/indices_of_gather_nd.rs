//! The tuples count as well.

use gather_core::gather_kernel;

fn main() {
    let pick = gather_kernel!(
        GatherND,
        u8,
        i64,
        rank = 2,
        indices = [9223372036854775808, 2]
    );
}
