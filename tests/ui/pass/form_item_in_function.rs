//! Items inside functions, over a type of the function.
#![deny(warnings)]

use gather_core::{View, gather_kernel, gather_table};

fn main() {
    #[derive(Clone, Debug, PartialEq)]
    struct Local(u8);

    gather_kernel!(struct Pick: Gather, Local, i64, rank = 1);
    gather_kernel!(struct Swap: Gather, Local, i64, data = [2], indices = [2]);
    gather_table!(static TABLE: Gather, Local, i64; data = [2]; rank = 1;);

    let all = [Local(1), Local(2)];
    assert_eq!(
        Pick.run(View::from(&all), View::from(&[-1]))
            .unwrap()
            .as_slice(),
        [Local(2)]
    );
    assert_eq!(Swap.run(&all, &[1, 0]).unwrap(), [Local(2), Local(1)]);
    assert_eq!(
        TABLE
            .run(View::from(&all), View::from(&[1]))
            .unwrap()
            .as_slice(),
        [Local(2)]
    );
}
