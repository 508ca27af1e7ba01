//! What no entry fits is done by the dynamic call, with the same meaning and the same fill value.
#![deny(warnings)]

use gather_core::{View, ViewDyn, gather_table};

gather_table!(
    /// Pairs.
    pub static PAIRS: Gather, i32, i64, axis = -1, negative = reject, out_of_range = fill(40 + 2);
    data = [_, 2];
);

fn main() {
    let at = View::from(&[1, -1, 9]);
    let out = PAIRS.run(View::from(&[[1, 2], [3, 4]]), at).unwrap();
    assert_eq!(out.as_slice(), [2, 42, 42, 4, 42, 42]);
    assert_eq!(PAIRS.find(&[1, 3], &[3]), None);
    let out = PAIRS.run(View::from(&[[1, 2, 3]]), at).unwrap();
    assert_eq!(out.as_slice(), [2, 42, 42]);
    let mut buffer = [0; 3];
    PAIRS
        .run_dyn_into(ViewDyn::from(&[[1, 2, 3]]), at.as_dyn(), &mut buffer)
        .unwrap();
    assert_eq!(buffer, [2, 42, 42]);
    let mut buffer = [0; 6];
    PAIRS
        .run_dyn_into(ViewDyn::from(&[[1, 2], [3, 4]]), at.as_dyn(), &mut buffer)
        .unwrap();
    assert_eq!(buffer, [2, 42, 42, 4, 42, 42]);
    assert!(
        PAIRS
            .run_dyn_into(ViewDyn::from(&[[1, 2]]), at.as_dyn(), &mut buffer)
            .is_err()
    );
}
