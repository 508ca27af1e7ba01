//! The axis does not exist in the second entry; using the table adds nothing.

use gather_core::View;

gather_core::gather_table!(
    static LOOKUP: Gather, f32, u32, axis = 1;
    data = [_, 768];
    rank = 1;
    rank = 3;
);

fn main() {
    let out = LOOKUP
        .run(View::from(&[[0.0; 4]; 2]), View::from(&[0]))
        .unwrap();
    println!("{:?} {:?}", out.shape(), LOOKUP.find(&[2, 4], &[1]));
}
