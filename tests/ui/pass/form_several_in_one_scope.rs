//! Several kernels in one scope, and the same spec twice.
#![deny(warnings)]

use gather_core::{View, gather_kernel};

gather_kernel!(struct One: Gather, u8, u8, rank = 1);
gather_kernel!(struct Two: Gather, u8, u8, rank = 1);

fn main() {
    let a = gather_kernel!(Gather, u8, u8, rank = 1);
    let b = gather_kernel!(Gather, u8, u8, rank = 1);
    let c = gather_kernel!(Gather, String, u8, rank = 1);
    let d = gather_kernel!(Gather, String, u8, rank = 1);
    let (data, at) = (View::from(&[7, 8]), View::from(&[1]));
    let all = [
        a.run(data, at),
        b.run(data, at),
        One.run(data, at),
        Two.run(data, at),
    ];
    assert!(
        all.iter()
            .all(|out| out.as_ref().unwrap().as_slice() == [8])
    );
    let words = ["x".to_owned(), "y".to_owned()];
    for out in [c.run(View::from(&words), at), d.run(View::from(&words), at)] {
        assert_eq!(out.unwrap().as_slice(), ["y"]);
    }
}
