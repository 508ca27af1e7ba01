//! Axes longer than any memory, so that all of `u64` is in question. Only elements without size can have
//! them, and what can be seen is whether an index is taken or refused.
#![cfg(target_pointer_width = "64")]

use core::fmt::Debug;

use gather_core::{ByClone, Element, GatherError, GatherOptions, OutOfRange};
use gather_tests::cases::ways::Call;

use crate::{Lead, Limits, NEGATIVE, lead, on_a_line, view};

/// Nothing, moved by `Clone`: its position is computed all the same.
#[derive(Clone, Debug, PartialEq)]
struct Nothing;

impl Element for Nothing {
    type Mover = ByClone;
}

const LONGEST: usize = usize::MAX;
const HALF: usize = 1 << 63;
const SIZES: [usize; 7] = [
    1 << 31,
    1 << 32,
    (1 << 32) + 1,
    HALF - 1,
    HALF,
    HALF + 1,
    LONGEST,
];

static NOTHINGS: [Nothing; LONGEST] = [const { Nothing }; LONGEST];
static UNITS: [(); LONGEST] = [(); LONGEST];

fn check<T: Element + Debug + PartialEq, I: Limits>(elements: &[T], value: i128, mark: &T) {
    let (size, indices) = (elements.len(), [I::narrow(value)]);
    for negative in NEGATIVE {
        let refused = lead(value, size, (negative, OutOfRange::Error)) == Lead::Refused;
        for (op, indices_shape) in on_a_line(1) {
            let call = Call {
                op,
                data: view(elements, core::slice::from_ref(&size)),
                indices: view(&indices, &indices_shape),
                options: &GatherOptions::default().negative(negative),
            };
            match call.in_every_way(mark) {
                Ok(tensor) => assert!(!refused && tensor.shape() == [1], "{value}: {call}"),
                Err(GatherError::Index(error)) => {
                    assert!(refused, "{error}");
                    assert_eq!((error.value(), error.size()), (value, size), "{call}");
                }
                Err(error) => panic!("{error}: {call}"),
            }
        }
    }
}

fn check_edges<I: Limits>() {
    for size in SIZES {
        for value in I::edges(size) {
            check::<_, I>(&NOTHINGS[..size], value, &Nothing);
            check::<_, I>(&UNITS[..size], value, &());
        }
    }
}

macro_rules! index_types {
    ($($i:ident)*) => { $(
        #[test]
        fn $i() {
            check_edges::<$i>();
        }
    )* };
}
index_types!(i8 i32 i64 isize u8 u32 u64 usize);
