//! The message is a small manual.

use gather_core::gather_kernel;

fn main() {
    let pick = gather_kernel!();
}
