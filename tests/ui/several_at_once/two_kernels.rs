//! Each of two kernels has its own message.
// mistakes: 2

use gather_core::gather_kernel;

gather_kernel!(struct First: Gather, f32, i64, rank = 2, axis = 2);
gather_kernel!(struct Second: GatherND, f32, i64, rank = 2, batch_dims = 2);

fn main() {
    let _ = (First, Second);
}
