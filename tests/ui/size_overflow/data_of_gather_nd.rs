//! The same for GatherND, as an item.

use gather_core::gather_kernel;

gather_kernel!(struct Pick: GatherND, u8, i64, data = [18446744073709551615, 1, 2]);

fn main() {}
