//! The oracle itself, held to the table of policies.

use gather_core::{Negative, Op, OutOfRange, Rules};
use gather_tests::oracle::{Case, Refused, coordinates};

/// The table of policies in `SEMANTICS.md`, row by row; `None` is filled.
#[test]
fn policies_are_those_of_the_table() {
    use {Negative::*, OutOfRange::*};
    type Outcome = Result<[Option<usize>; 6], i128>;
    let rows: &[(Negative, OutOfRange, Outcome)] = &[
        (Reject, Error, Err(-1)),
        (FromEnd, Error, Err(-6)),
        (
            FromEnd,
            Fill(()),
            Ok([Some(0), Some(4), Some(0), None, None, None]),
        ),
        (
            Reject,
            Fill(()),
            Ok([Some(0), None, None, None, None, None]),
        ),
        (Reject, Clamp, Ok([0, 0, 0, 0, 4, 4].map(Some))),
        (FromEnd, Clamp, Ok([0, 4, 0, 0, 4, 4].map(Some))),
        (FromEnd, Wrap, Ok([0, 4, 0, 4, 0, 0].map(Some))),
        (Reject, Wrap, Ok([0, 4, 0, 4, 0, 0].map(Some))),
    ];
    for (negative, out_of_range, expected) in rows {
        let rules = Rules {
            negative: *negative,
            out_of_range: *out_of_range,
            ..Rules::ONNX
        };
        let found = Case::new(Op::gather(0, 0), &[5], &[6], &[0, -1, -5, -6, 5, 100])
            .with(rules)
            .expected();
        match (expected, found) {
            (Ok(sources), Ok(found)) => assert_eq!(found.sources, sources),
            (Err(first), Err(Refused::Index { value, .. })) => assert_eq!(value, *first),
            (_, found) => panic!("{negative:?}, {out_of_range:?}: {found:?}"),
        }
    }
}

#[test]
fn coordinates_count_like_an_odometer() {
    let all: Vec<_> = coordinates(&[2, 1, 2]).collect();
    assert_eq!(all, [[0, 0, 0], [0, 0, 1], [1, 0, 0], [1, 0, 1]]);
    assert_eq!(coordinates(&[]).count(), 1);
    assert_eq!(coordinates(&[3, 0, 3]).count(), 0);
}
