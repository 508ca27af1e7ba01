//! Nothing is near it, so all operators are listed.

use gather_core::gather_kernel;

fn main() {
    let put = gather_kernel!(ScatterAdd, f32, i64, rank = 4);
}
