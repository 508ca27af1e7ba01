//! Both inputs fit, the output does not.

use gather_core::gather_kernel;

fn main() {
    let rows = gather_kernel!(
        Gather,
        u8,
        i64,
        data = [2, 8589934592],
        indices = [4294967296]
    );
}
