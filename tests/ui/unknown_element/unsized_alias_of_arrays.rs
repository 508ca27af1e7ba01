//! The same with all sizes known.

use gather_core::gather_kernel;

type Bytes = [u8];

gather_kernel!(struct Rows: Gather, Bytes, i64, data = [2], indices = [1]);

fn main() {
    let _ = Rows;
}
