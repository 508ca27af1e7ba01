//! In constant functions the value must be constant too.

use gather_core::gather_kernel;

fn padding() -> u8 {
    7
}

gather_kernel!(struct Pick: Gather, u8, i64, data = [3], indices = [2], out_of_range = fill(padding()));

fn main() {}
