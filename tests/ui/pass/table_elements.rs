//! Tables over types of every kind: `Clone` alone, with `Element`, references, with a preset's fill.
#![deny(warnings)]

use gather_core::{ByCopy, Element, View, gather_table};

#[derive(Clone, Debug, PartialEq)]
struct Plain(String);

#[derive(Clone, Copy, Debug, PartialEq)]
struct Pixel([u8; 3]);

impl Element for Pixel {
    type Mover = ByCopy;
}

gather_table!(static PLAINS: Gather, Plain, u8; data = [2];);
gather_table!(static FILLED: Gather, Plain, u8, out_of_range = fill(Plain("?".into())); data = [2];);
gather_table!(static PIXELS: GatherElements, Pixel, u8, axis = 0; rank = 1;);
gather_table!(static WORDS: GatherND, &'static str, i8; rank = 1, depth = 1; data = [2, 2]; data = [2, 2], depth = 2;);
gather_table!(static HALVES: GatherND, half::f16, i8, batch_dims = 1, semantics = tensorflow_ignore; rank = 2;);
gather_table!(static MISSING: Gather, i8, u8, semantics = jax_fill; rank = 2;);

fn plain(text: &str) -> Plain {
    Plain(text.to_owned())
}

fn main() {
    let two = [plain("a"), plain("b")];
    let three = [plain("a"), plain("b"), plain("c")];
    let at = View::from(&[1, 0]);
    assert_eq!(
        PLAINS.run(View::from(&two), at).unwrap().as_slice(),
        [plain("b"), plain("a")]
    );
    assert_eq!(
        PLAINS
            .run(View::from(&three), View::from(&[2]))
            .unwrap()
            .as_slice(),
        [plain("c")]
    );
    for all in [
        View::new(&two, [2]).unwrap(),
        View::new(&three, [3]).unwrap(),
    ] {
        assert_eq!(
            FILLED.run(all, View::from(&[9])).unwrap().as_slice(),
            [plain("?")]
        );
    }
    let pixels = [Pixel([1; 3]), Pixel([2; 3])];
    assert_eq!(
        PIXELS.run(View::from(&pixels), at).unwrap().as_slice(),
        [pixels[1], pixels[0]]
    );
    let words = [["a", "b"], ["c", "d"]];
    assert_eq!(
        WORDS
            .run(View::from(&words), View::from(&[[-1]]))
            .unwrap()
            .as_slice(),
        ["c", "d"]
    );
    assert_eq!(
        WORDS.find(&[2, 2], &[5, 2]),
        Some("gather_nd_static_str_i8_d2_2_b0_k2")
    );
    assert_eq!(
        WORDS
            .run(View::from(&words), View::from(&[[-1, 1]]))
            .unwrap()
            .as_slice(),
        ["d"]
    );
    let halves = [[half::f16::ONE]];
    let out = HALVES.run(View::from(&halves), View::from(&[[1]])).unwrap();
    assert_eq!(out.as_slice(), [half::f16::ZERO]);
    assert_eq!(
        MISSING
            .run(View::from(&[1]), View::from(&[1]))
            .unwrap()
            .as_slice(),
        [i8::MIN]
    );
}
