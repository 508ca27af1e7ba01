//! Expansions as text, which is what a build script gets, among the user's own constants, types, traits and modules.
//! The compiler's hygiene does not help here.
#![allow(dead_code, unused, non_upper_case_globals, non_camel_case_types)]

mod unlucky {
    pub const data: ::core::primitive::u8 = 1;
    pub const indices: ::core::primitive::u8 = 2;
    pub const out: ::core::primitive::u8 = 3;
    pub const block: ::core::primitive::u8 = 4;
    pub const d: ::core::primitive::u8 = 5;
    pub const i0: ::core::primitive::u8 = 6;
    pub const i1: ::core::primitive::u8 = 7;
    pub const i2: ::core::primitive::u8 = 8;
    pub const i0_0: ::core::primitive::u8 = 9;
    pub const i0_1: ::core::primitive::u8 = 10;
    pub const i1_0: ::core::primitive::u8 = 11;
    pub const i1_1: ::core::primitive::u8 = 12;
    pub const n0: ::core::primitive::u8 = 13;
    pub const n1: ::core::primitive::u8 = 14;
    pub const n2: ::core::primitive::u8 = 15;
    pub const q0: ::core::primitive::u8 = 16;
    pub const q1: ::core::primitive::u8 = 17;
    pub const value: ::core::primitive::u8 = 18;
    pub const error: ::core::primitive::u8 = 19;
    pub const batch: ::core::primitive::u8 = 20;
    pub const f: ::core::primitive::u8 = 21;

    pub struct usize;
    pub struct isize;
    pub struct bool;
    pub struct str;
    pub struct i32;
    pub struct i64;
    pub struct i128;
    pub struct u8;
    pub struct u16;
    pub struct u32;
    pub struct f32;
    pub struct f64;

    pub struct Option;
    pub struct Result;
    pub struct Some;
    pub struct None;
    pub struct Ok;
    pub struct Err;
    pub trait Sized {}
    pub trait Copy {}
    pub trait Clone {}
    pub trait Default {}
    pub trait From {}
    pub mod core {}
    pub mod std {}
    pub mod gather_core {}
}

macro_rules! printed {
    ($($name:ident)*) => {
        $(mod $name {
            use super::unlucky::*;
            include!(concat!("../../golden/", stringify!($name), ".expanded.rs"));
        })*
    };
}

printed! {
    any_type depth_zero elements_with_fill empty_static flattened_batch_static item item_of_any_type known_depth
    large_static large_static_any_type module open_indices partly_known partly_known_stride preset reject_and_clamp
    scalar_indices small_static small_static_fill table title
}

fn main() {
    use gather_core::View;

    let rows = [[1.0, 2.0], [3.0, 4.0]];
    let data = [rows, rows];
    let picked = module::PickBoxes.run(View::from(&data), View::from(&[[1], [0]]));
    assert_eq!(picked.unwrap().as_slice(), [3.0, 4.0, 1.0, 2.0]);
    let picked = table::ROWS.run(View::from(&rows), View::from(&[1, 2]));
    assert_eq!(picked.unwrap().as_slice(), [3.0, 4.0, -1.0, -1.0]);
}
