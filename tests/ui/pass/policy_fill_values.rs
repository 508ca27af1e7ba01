//! Constant expressions of every kind as fill values.
#![deny(warnings)]

use gather_core::{View, gather_kernel};

const PADDING: f32 = -1.0;

mod config {
    pub const fn unknown() -> &'static str {
        "<unk>"
    }
    pub static LABELS: [u8; 2] = [7, 8];
}

#[derive(Clone, Debug, PartialEq)]
enum Shape {
    Point,
    Circle { radius: u8 },
}

gather_kernel!(struct Path: Gather, f32, i64, rank = 1, out_of_range = fill(crate::PADDING));
gather_kernel!(struct Call: Gather, &'static str, i64, rank = 1, out_of_range = fill(config::unknown()));
gather_kernel!(struct Indexed: Gather, u8, i64, rank = 1, out_of_range = fill(config::LABELS[1]));
gather_kernel!(struct Owned: Gather, String, i64, rank = 1, out_of_range = fill(String::from("x") + "y"));
gather_kernel!(struct Variant: Gather, Shape, i64, rank = 1, out_of_range = fill(Shape::Circle { radius: 1 }));
gather_kernel!(struct Closure: Gather, u8, i64, rank = 1, out_of_range = fill({ let f = |x: u8| x + 1; f(2) }));
gather_kernel!(struct Branch: Gather, u8, i64, data = [1], indices = [1], out_of_range = fill(if PADDING < 0.0 { 1 } else { 2 }));
gather_kernel!(struct Cast: Gather, i32, i64, data = [1], indices = [1], out_of_range = fill(-1 as _));
gather_kernel!(struct Missing: Gather, i16, i64, data = [1], indices = [1], semantics = jax_fill);
gather_kernel!(struct NotANumber: Gather, f64, i64, rank = 1, out_of_range = fill(f64::NAN));

fn main() {
    let at = View::from(&[1]);
    assert_eq!(Path.run(View::from(&[0.0]), at).unwrap().as_slice(), [-1.0]);
    assert_eq!(
        Call.run(View::from(&["a"]), at).unwrap().as_slice(),
        ["<unk>"]
    );
    assert_eq!(Indexed.run(View::from(&[0]), at).unwrap().as_slice(), [8]);
    assert_eq!(
        Owned
            .run(View::from(&[String::new()]), at)
            .unwrap()
            .as_slice(),
        ["xy"]
    );
    let out = Variant.run(View::from(&[Shape::Point]), at).unwrap();
    assert_eq!(out.as_slice(), [Shape::Circle { radius: 1 }]);
    assert_eq!(Closure.run(View::from(&[0]), at).unwrap().as_slice(), [3]);
    assert_eq!(Branch.eval(&[0], &[1]), [1]);
    assert_eq!(Cast.eval(&[0], &[1]), [-1]);
    assert_eq!(Missing.eval(&[0], &[1]), [i16::MIN]);
    assert!(NotANumber.run(View::from(&[0.0]), at).unwrap().as_slice()[0].is_nan());
}
