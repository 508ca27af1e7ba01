//! Both inputs of a GatherND fit, the output does not.

use gather_core::gather_kernel;

fn main() {
    let pick = gather_kernel!(
        GatherND,
        u8,
        i64,
        data = [2, 8589934592],
        indices = [4294967296, 1]
    );
}
