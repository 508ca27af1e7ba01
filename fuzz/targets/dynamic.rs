//! Dynamic calls against the oracle: all operators, policies, index types and element widths, valid and
//! hostile, over dense views and over views that lie in any way.

#![no_main]

use std::sync::Arc;

use arbitrary::{Arbitrary, Result, Unstructured};
use gather_fuzz::Call;
use gather_tests::{
    agree::shape_agrees,
    oracle::Case,
    sketch::Kind,
    strided::{Seeds, lies_do_not_matter},
    types::{ELEMENT_TYPES, INDEX_TYPES},
};
use libfuzzer_sys::fuzz_target;

/// What is done with a call.
#[derive(Debug)]
enum Way {
    /// Dense, with elements of one of the types.
    Dense { element: usize },
    /// Strided, with elements of one of some types.
    Strided { element: usize, seeds: Seeds },
    /// Shapes alone.
    Shape,
}

#[derive(Debug)]
struct Input {
    call: Call,
    way: Way,
}

impl<'a> Arbitrary<'a> for Input {
    fn arbitrary(bytes: &mut Unstructured<'a>) -> Result<Self> {
        let way = bytes.int_in_range(0..=9)?;
        let element = bytes.int_in_range(0..=ELEMENT_TYPES - 1)?;
        Ok(match way {
            0 => Self {
                call: Call::of(Kind::HUGE, bytes)?,
                way: Way::Shape,
            },
            1..=3 => {
                let mut lay = || -> Result<Vec<usize>> {
                    let number = |_| Ok(usize::from(u16::arbitrary(bytes)?) % (1 << 12));
                    (0..8).map(number).collect()
                };
                let seeds = [lay()?, lay()?];
                Self {
                    call: Call::arbitrary(bytes)?,
                    way: Way::Strided { element, seeds },
                }
            }
            _ => Self {
                call: Call::arbitrary(bytes)?,
                way: Way::Dense { element },
            },
        })
    }
}

/// Element types by index type, in the order of `INDEX_TYPES`.
macro_rules! strided {
    ($($index:ident)*) => {
        [$([
            lies_do_not_matter::<u8, $index>,
            lies_do_not_matter::<u32, $index>,
            lies_do_not_matter::<[u32; 3], $index>,
            lies_do_not_matter::<u128, $index>,
            lies_do_not_matter::<Arc<str>, $index>,
        ]),*]
    };
}
const STRIDED: [[fn(&Case, &Seeds); 5]; 10] = strided!(i8 i16 i32 i64 isize u8 u16 u32 u64 usize);

fuzz_target!(|input: Input| {
    let Input { call, way } = input;
    match way {
        _ if !call.is_small() => {
            let _ = shape_agrees(&call.case);
        }
        Way::Dense { element } => {
            let _ = INDEX_TYPES[call.index_type].checks[element](&call.case);
        }
        Way::Strided { element, seeds } => {
            let checks = STRIDED[call.index_type];
            checks[element % checks.len()](&call.case, &seeds);
        }
        Way::Shape => {
            let _ = shape_agrees(&call.case);
        }
    }
});
