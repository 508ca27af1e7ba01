//! GatherND takes no scalar.

use gather_core::{View, gather_kernel};

fn main() {
    let pick = gather_kernel!(GatherND, u8, u8, rank = 1, depth = 1);
    let _ = pick.run(View::from(&[1, 2, 3]), View::<_, 0>::from(&2));
}
