//! The most specific kernel of a table does the work, whatever the order of the entries.
#![deny(warnings)]

use gather_core::{View, gather_table};

gather_table!(
    static LOOKUP: Gather, i32, u32, axis = 0;
    rank = 2;
    data = [_, 4], indices = [2];
    data = [_, 4];
    data = [_, 4], indices_rank = 1;
    rank = 1;
);

fn main() {
    assert_eq!(
        LOOKUP.find(&[5, 4], &[2]),
        Some("gather_i32_u32_dx_4_i2_a0_b0")
    );
    assert_eq!(
        LOOKUP.find(&[5, 4], &[3]),
        Some("gather_i32_u32_dx_4_q1_a0_b0")
    );
    assert_eq!(
        LOOKUP.find(&[5, 4], &[3, 3]),
        Some("gather_i32_u32_dx_4_a0_b0")
    );
    assert_eq!(LOOKUP.find(&[5, 5], &[2]), Some("gather_i32_u32_r2_a0_b0"));
    assert_eq!(LOOKUP.find(&[5], &[2]), Some("gather_i32_u32_r1_a0_b0"));
    assert_eq!(LOOKUP.find(&[5, 5, 5], &[2]), None);
    assert_eq!(LOOKUP.names().count(), 5);
    let data: Vec<i32> = (0..20).collect();
    let at = View::from(&[2, 0]);
    for shape in [[5, 4], [4, 5], [10, 2]] {
        let out = LOOKUP.run(View::new(&data, shape).unwrap(), at).unwrap();
        let width = shape[1] as i32;
        assert_eq!(out.shape(), [2, shape[1]]);
        assert!(
            out.as_slice()
                .iter()
                .copied()
                .eq((2 * width..3 * width).chain(0..width))
        );
    }
}
