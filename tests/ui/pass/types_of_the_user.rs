//! A user's types: with `Element`, without it, generic, and from another crate.
#![deny(warnings)]

use gather_core::{ByClone, ByCopy, Element, View, gather_kernel};
use half::{bf16, f16};
use num_complex::Complex;

#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Pixel([u8; 3]);

impl Element for Pixel {
    type Mover = ByCopy;
}

#[derive(Clone, Debug, PartialEq)]
struct Named<T>(String, T);

impl<T: Clone> Element for Named<T> {
    type Mover = ByClone;
}

/// Knows nothing of gathering.
#[derive(Clone, Debug, PartialEq)]
struct Plain {
    name: &'static str,
}

gather_kernel!(struct Pixels: Gather, Pixel, i64, rank = 1, out_of_range = fill);
gather_kernel!(struct Names: Gather, Named<u8>, i64, rank = 1);
gather_kernel!(struct Plains: Gather, Plain, i64, rank = 1);
gather_kernel!(struct FixedPlains: Gather, Plain, i64, data = [2], indices = [1]);
gather_kernel!(struct Halves: Gather, f16, i64, rank = 1, semantics = jax_fill);
gather_kernel!(struct Brains: Gather, half::bf16, i64, rank = 1);
gather_kernel!(struct Planes: Gather, Complex<f32>, i64, rank = 1, semantics = jax_fill);

fn main() {
    let at = View::from(&[-1, 5]);
    let last = View::from(&[-1]);
    let pixels = [Pixel([1, 2, 3]), Pixel([4, 5, 6])];
    assert_eq!(
        Pixels.run(View::from(&pixels), at).unwrap().as_slice(),
        [pixels[1], Pixel([0; 3])]
    );
    let names = [Named("a".into(), 1), Named("b".into(), 2)];
    assert_eq!(
        Names.run(View::from(&names), last).unwrap().as_slice(),
        &names[1..]
    );
    let plains = [Plain { name: "a" }, Plain { name: "b" }];
    assert_eq!(
        Plains.run(View::from(&plains), last).unwrap().as_slice(),
        &plains[1..]
    );
    assert_eq!(FixedPlains.run(&plains, &[-1]).unwrap()[0].name, "b");
    let halves = [f16::ONE, f16::ZERO];
    let out = Halves.run(View::from(&halves), at).unwrap();
    assert!(out.as_slice()[0] == f16::ZERO && out.as_slice()[1].is_nan());
    assert_eq!(
        Brains
            .run(View::from(&[bf16::ONE]), last)
            .unwrap()
            .as_slice(),
        [bf16::ONE]
    );
    let planes = [Complex::new(1.0, 2.0)];
    let out = Planes.run(View::from(&planes), at).unwrap();
    assert!(out.as_slice()[0] == planes[0] && out.as_slice()[1].re.is_nan());
    let expression = gather_kernel!(GatherND, Named<Plain>, u8, rank = 1, depth = 1);
    let nested = [Named("x".into(), plains[0].clone())];
    assert_eq!(
        expression
            .run(View::from(&nested), View::from(&[[0]]))
            .unwrap()
            .as_slice(),
        nested
    );
}
