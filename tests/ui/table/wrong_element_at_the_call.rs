//! A table has one element type.

use gather_core::View;

gather_core::gather_table!(static LOOKUP: Gather, f32, u32, axis = 0; rank = 2;);

fn main() {
    let _ = LOOKUP.run(View::from(&[[1_u8; 4]; 2]), View::from(&[0]));
}
