//! Shapes have ranks too.

use gather_core::gather_kernel;

fn main() {
    let rows = gather_kernel!(Gather, f32, u32, rank = 2);
    let _ = rows.output_shape(&[100, 7, 768], &[8]);
}
