//! Data is moved bit for bit: payloads of NaN, large integers, negative zero.

use core::fmt::Debug;

use gather_core::{Element, GatherOptions};
use gather_tests::cases::ways::Call;
use half::{bf16, f16};

use crate::{on_a_line, view};

/// Gathers all elements in reverse, by every operator and in every way.
#[track_caller]
fn assert_bits_survive<T, B>(elements: &[T], mark: &T, bits: impl Fn(&T) -> B)
where
    T: Element + Debug + PartialEq,
    B: Debug + PartialEq,
{
    let shape = [elements.len()];
    let indices: Vec<i64> = (1..).map(|n: i64| -n).take(elements.len()).collect();
    let expected: Vec<B> = elements.iter().rev().map(&bits).collect();
    for (op, indices_shape) in on_a_line(elements.len()) {
        let call = Call {
            op,
            data: view(elements, &shape),
            indices: view(&indices, &indices_shape),
            options: &GatherOptions::default(),
        };
        for (way, outcome) in call.outcomes(mark) {
            let tensor = outcome.expect("every index is in range");
            let found: Vec<B> = tensor.as_slice().iter().map(&bits).collect();
            assert_eq!(found, expected, "{way}: {call}");
        }
    }
}

/// Quiet and signalling NaN with payloads, negative zero, the smallest number.
#[test]
fn floats() {
    let singles = [0x7FC0_0001, 0xFFC1_2345, 0x7F80_0001, 0x8000_0000, 1];
    assert_bits_survive(&singles.map(f32::from_bits), &1.0, |value| value.to_bits());
    let doubles = [
        0x7FF8_0000_0000_0001,
        0xFFF8_DEAD_BEEF_CAFE,
        0x7FF0_0000_0000_0001,
        0x8000_0000_0000_0000,
        1,
    ];
    assert_bits_survive(&doubles.map(f64::from_bits), &1.0, |value| value.to_bits());
    let halves = [0x7E01, 0xFE55, 0x7C01, 0x8000, 1];
    assert_bits_survive(&halves.map(f16::from_bits), &f16::ONE, |value| {
        value.to_bits()
    });
    let brains = [0x7FC1, 0xFFD5, 0x7F81, 0x8000, 1];
    assert_bits_survive(&brains.map(bf16::from_bits), &bf16::ONE, |value| {
        value.to_bits()
    });
}

#[test]
fn integers() {
    let signed = [1_i64 << 40, (1 << 40) + 1, i64::MIN, i64::MAX, -1];
    assert_bits_survive(&signed, &0, |value| *value);
    let unsigned = [u64::MAX, u64::MAX - 1, 1 << 63, 1 << 40, 1 << 32];
    assert_bits_survive(&unsigned, &0, |value| *value);
    let wide = [u128::MAX, 1 << 127, 1 << 64, u64::MAX.into()];
    assert_bits_survive(&wide, &0, |value| *value);
}
