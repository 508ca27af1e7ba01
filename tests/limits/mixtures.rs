//! Many indices at once, good and bad mixed, so that the fast and the careful stretches of a kernel take
//! turns.

use gather_core::{GatherError, GatherOptions};
use gather_tests::cases::ways::Call;

use crate::{FILLED, Lead, Limits, MARK, Offset, SIZES, lead, on_a_line, options, policies, view};

/// The values lead where they should, under all policies and by all operators, on an axis of this size.
fn check<I: Limits>(values: &[i128], size: usize) {
    let indices: Vec<I> = values.iter().copied().map(I::narrow).collect();
    for policy in policies() {
        let leads: Vec<Lead> = values
            .iter()
            .map(|value| lead(*value, size, policy))
            .collect();
        check_leads(values, &indices, &leads, &options(policy), size);
    }
}

fn check_leads<I: Limits>(
    values: &[i128],
    indices: &[I],
    leads: &[Lead],
    options: &GatherOptions<u32>,
    size: usize,
) {
    let (elements, shape) = (u32::data(size), [size]);
    let bad = leads.iter().position(|lead| *lead == Lead::Refused);
    for (op, indices_shape) in on_a_line(indices.len()) {
        let indices = view(indices, &indices_shape);
        let call = Call {
            op,
            data: view(&elements, &shape),
            indices,
            options,
        };
        match (bad, call.in_every_way(&MARK)) {
            (None, Ok(tensor)) => {
                let expected: Vec<u32> = leads.iter().map(element).collect();
                assert_eq!(tensor.as_slice(), expected, "{options:?}: {call}");
            }
            (Some(bad), Err(GatherError::Index(error))) => {
                assert_eq!((error.flat(), error.value()), (bad, values[bad]), "{call}");
            }
            (bad, outcome) => panic!("{bad:?}: {call} gave {outcome:?}"),
        }
    }
}

/// What is found where an index leads, on an axis whose elements are their positions.
fn element(lead: &Lead) -> u32 {
    match lead {
        Lead::To(at) => *at as u32,
        Lead::Filled => FILLED,
        Lead::Refused => MARK,
    }
}

/// 90 positions in range, then each edge with 10 more behind it.
fn edges_among_others<I: Limits>(size: usize) -> Vec<i128> {
    let ordinary = |n: usize| (n * 37 % size).min(100) as i128;
    let mut values: Vec<i128> = (0..90).map(ordinary).collect();
    for edge in I::edges(size) {
        values.push(edge);
        values.extend((0..10).map(ordinary));
    }
    values
}

macro_rules! index_types {
    ($($i:ident)*) => { $(
        #[test]
        fn $i() {
            for size in SIZES {
                check::<$i>(&edges_among_others::<$i>(size), size);
            }
        }
    )* };
}
index_types!(i8 i16 i32 i64 isize u8 u16 u32 u64 usize);

/// On axes on both sides of what eight bits can count.
#[test]
fn every_value_of_eight_bits() {
    for size in [100, 128, 200, 256, 300] {
        check::<i8>(&i8::ALL.collect::<Vec<_>>(), size);
        check::<u8>(&u8::ALL.collect::<Vec<_>>(), size);
    }
}
