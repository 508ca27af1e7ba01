//! A `&mut` cannot be handed out twice.

use gather_core::gather_kernel;

fn main() {
    let _ = gather_kernel!(Gather, &'static mut u8, u32, rank = 1);
}
