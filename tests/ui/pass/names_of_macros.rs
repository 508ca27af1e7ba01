//! The user's own macros have the names that expanded code could have meant.
#![deny(warnings)]
#![allow(unused_macros)]

macro_rules! ok {
    ($($t:tt)*) => {
        compile_error!("not this one")
    };
}
macro_rules! assert {
    ($($t:tt)*) => {
        compile_error!("not this one")
    };
}
macro_rules! panic {
    ($($t:tt)*) => {
        compile_error!("not this one")
    };
}
macro_rules! matches {
    ($($t:tt)*) => {
        compile_error!("not this one")
    };
}
macro_rules! stringify {
    ($($t:tt)*) => {
        compile_error!("not this one")
    };
}
macro_rules! Clone {
    ($($t:tt)*) => {
        compile_error!("not this one")
    };
}
macro_rules! Copy {
    ($($t:tt)*) => {
        compile_error!("not this one")
    };
}
macro_rules! Debug {
    ($($t:tt)*) => {
        compile_error!("not this one")
    };
}
macro_rules! Default {
    ($($t:tt)*) => {
        compile_error!("not this one")
    };
}
macro_rules! kernel {
    ($($t:tt)*) => {
        compile_error!("not this one")
    };
}
macro_rules! table {
    ($($t:tt)*) => {
        compile_error!("not this one")
    };
}
macro_rules! traits_of_kernel {
    ($($t:tt)*) => {
        compile_error!("not this one")
    };
}

use gather_core::{View, gather_kernel, gather_table};

gather_kernel!(struct Rows: Gather, u8, i64, rank = 1);
gather_kernel!(struct Fixed: Gather, u8, i64, data = [3], indices = [2]);
gather_kernel!(struct Many: Gather, String, i64, data = [3], indices = [20]);
gather_table!(static TABLE: Gather, u8, i64; rank = 1;);

fn main() {
    let (data, at) = (View::from(&[1, 2, 3]), View::from(&[-1]));
    assert_eq!(Rows.run(data, at).unwrap().as_slice(), [3]);
    assert_eq!(TABLE.run(data, at).unwrap().as_slice(), [3]);
    assert_eq!(Fixed.eval(&[1, 2, 3], &[-1, 0]), [3, 1]);
    assert_eq!(
        Many.run(&["a", "b", "c"].map(str::to_owned), &[1; 20])
            .unwrap()[7],
        "b"
    );
    let words = gather_kernel!(Gather, String, i64, rank = 1);
    assert_eq!(format!("{words:?}"), "GatherStringI64R1A0B0");
}
