//! What went wrong elsewhere with single values: indices that were narrowed, that wrapped, that meant
//! something else; data that was narrowed.

use gather_core::{
    ByClone, Element, GatherOptions, Negative, Op, OutOfRange, Rules, ViewDyn, gather_dyn,
    gather_dyn_with,
};
use gather_tests::{
    oracle::{Case, Refused},
    types::INDEX_TYPES,
};

use crate::Shape;

#[test]
fn wide_index_is_not_narrowed() {
    let cuts = [
        1 << 8,
        1 << 16,
        1 << 31,
        1 << 32,
        1 << 48,
        1 << 63,
        1_i128 << 64,
    ];
    let calls: [(Op, Shape, Shape); 3] = [
        (Op::gather(0, 0), &[5], &[2]),
        (Op::gather_nd(0), &[5], &[2, 1]),
        (Op::gather_elements(0), &[5], &[2]),
    ];
    let wide = cuts
        .iter()
        .flat_map(|cut| [*cut, cut + 1, cut - 1, -cut, 2 - cut]);
    let mut refused = 0;
    for value in wide {
        for (op, data, indices) in calls {
            let case = Case::new(op, data, indices, &[1, value]);
            for index_type in INDEX_TYPES.iter().filter(|t| t.holds(&case)) {
                let flat = 1;
                assert_eq!(index_type.agree(&case), Err(Refused::Index { flat, value }));
                refused += 1;
            }
        }
    }
    assert!(refused > 300, "only {refused} were tried");
}

/// Wide data is not narrowed either: every bit of an element arrives.
#[test]
fn data_is_moved_bit_for_bit() {
    const QUIET: u32 = 0x7fc0_1234;
    const SIGNALLING: u32 = 0xff80_0001;
    let floats = [QUIET, SIGNALLING, 0x8000_0000].map(f32::from_bits);
    let doubles = [0x7ff0_0000_0000_0001, 0x8000_0000_0000_0000, 1].map(f64::from_bits);
    let integers = [1_i64 << 40, i64::MIN, -1];
    let reversed = [2_i64, 1, 0];
    let indices = ViewDyn::from(&reversed);

    let out = gather_dyn(ViewDyn::from(&floats), indices, 0, 0).unwrap();
    let bits = out.into_vec().into_iter().map(f32::to_bits);
    assert!(bits.eq(floats.map(f32::to_bits).into_iter().rev()));
    let out = gather_dyn(ViewDyn::from(&doubles), indices, 0, 0).unwrap();
    let bits = out.into_vec().into_iter().map(f64::to_bits);
    assert!(bits.eq(doubles.map(f64::to_bits).into_iter().rev()));
    let out = gather_dyn(ViewDyn::from(&integers), indices, 0, 0).unwrap();
    assert!(out.into_vec().into_iter().eq(integers.into_iter().rev()));
}

#[test]
fn i8_arithmetic_does_not_wrap() {
    // What JAX and XLA got wrong, by hand.
    let known = [
        (300, -1, 299),
        (300, -128, 172),
        (200, 128, 128),
        (256, 255, 255),
        (70_000, -32_768, 37_232),
        (70_000, 65_535, 65_535),
    ];
    for (size, value, source) in known {
        let case = Case::new(Op::gather(0, 0), &[size], &[1], &[value]);
        for index_type in INDEX_TYPES.iter().filter(|t| t.holds(&case)) {
            let gathered = index_type.agree(&case).expect("in range");
            assert_eq!(gathered.sources, [Some(source)], "{value} of {size}");
        }
    }
    // Every index type at its own edges, on axes longer than the narrow types reach.
    for index_type in &INDEX_TYPES {
        for size in [127, 128, 129, 255, 256, 257, 65_535, 65_536, 65_537] {
            let edges = [
                index_type.min,
                index_type.min + 1,
                index_type.max - 1,
                index_type.max,
            ];
            for value in edges {
                let case = Case::new(Op::gather(0, 0), &[size], &[1], &[value]);
                let _ = index_type.agree(&case);
            }
        }
    }
}

/// A type without size, so that there can be as many of them as a `usize` can count.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Nothing;

impl Element for Nothing {
    type Mover = ByClone;
}

#[test]
fn no_sentinels() {
    // The largest value of an index type is an index like any other.
    for index_type in INDEX_TYPES.iter().filter(|t| t.max <= 65_535) {
        let last = index_type.max as usize;
        for op in [Op::gather(0, 0), Op::gather_elements(0)] {
            let case = Case::new(op, &[last + 1], &[1], &[index_type.max]);
            let gathered = index_type.agree(&case).expect("in range");
            assert_eq!(gathered.sources, [Some(last)]);
        }
    }
    // Where it is out of range it is an error, not a zero.
    for index_type in &INDEX_TYPES {
        let value = index_type.max;
        let case = Case::new(Op::gather(0, 0), &[5], &[1], &[value]);
        let refused = Err(Refused::Index { flat: 0, value });
        assert_eq!(index_type.agree(&case), refused);
    }
    // The largest position there can be is a position, under the policy that marks rows to fill, too.
    let (most, shape) = ([Nothing; usize::MAX], [usize::MAX]);
    let data = ViewDyn::new(&most, &shape).unwrap();
    let fill = GatherOptions::default().out_of_range(OutOfRange::Fill(Nothing));
    let last = [-1_i64, 0];
    let out = gather_dyn_with(data, ViewDyn::from(&last), 0, 0, &fill).unwrap();
    assert_eq!(out.as_slice(), [Nothing, Nothing]);
}

/// Values for which repeated addition would not return.
#[test]
fn numpy_wrap_is_constant_time() {
    let table = [
        (1, i64::MIN.into(), 0),
        (5, i64::MIN.into(), 2),
        (5, i64::MAX.into(), 2),
        (5, u64::MAX.into(), 0),
        (7, i64::MIN.into(), 6),
        (7, i64::MAX.into(), 0),
        (7, u64::MAX.into(), 1),
        (3, -1, 2),
        (3, -4, 2),
        (3, 3, 0),
        (3, 1 << 32, 1),
    ];
    for (size, value, source) in table {
        for negative in [Negative::FromEnd, Negative::Reject] {
            let case = Case::new(Op::gather(0, 0), &[size], &[1], &[value]);
            let rules = Rules {
                negative,
                ..Rules::ONNX
            };
            let case = case.with(rules).policy(OutOfRange::Wrap);
            for index_type in INDEX_TYPES.iter().filter(|t| t.holds(&case)) {
                let gathered = index_type.agree(&case).expect("wrapped");
                assert_eq!(gathered.sources, [Some(source)], "{value} of {size}");
            }
        }
    }
}
