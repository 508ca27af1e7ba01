//! Strided views: how elements lie does not matter.
//!
//! Random calls are run on data and indices that are permuted, reversed, stepped, sliced, repeated and
//! offset, and give what contiguous copies give, results and errors, through every call there is. Views
//! themselves are held against a model that goes coordinate by coordinate. The seed is fixed: what fails
//! once fails again.

mod kernels;
#[path = "../properties/sketch.rs"]
mod sketch;
mod views;

use std::{rc::Rc, sync::Arc};

use gather_tests::{
    lay::Lay,
    oracle::Case,
    sketch::Kind,
    strided::{Seeds, lies_do_not_matter, named_calls},
};
use proptest::{
    collection::vec,
    prelude::*,
    strategy::ValueTree,
    test_runner::{RngSeed, TestRunner},
};

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(0x7374_7269_6465),
        ..ProptestConfig::default()
    }
}

/// Random numbers for two lays.
fn seeds() -> impl Strategy<Value = Seeds> {
    let lay = || vec(0..1_usize << 12, 8);
    [lay(), lay()]
}

type Check = fn(&Case, &Seeds);

/// Element types by index type, in the order of `INDEX_TYPES`.
macro_rules! checks {
    ($($index:ident)*) => {
        [$([
            lies_do_not_matter::<u32, $index>,
            lies_do_not_matter::<[u64; 3], $index>,
            lies_do_not_matter::<String, $index>,
        ]),*]
    };
}
const BY_INDEX_TYPE: [[Check; 3]; 10] = checks!(i8 i16 i32 i64 isize u8 u16 u32 u64 usize);

/// Every other width, over one index type.
const BY_WIDTH: [Check; 8] = [
    lies_do_not_matter::<(), i64>,
    lies_do_not_matter::<u8, i64>,
    lies_do_not_matter::<u16, i64>,
    lies_do_not_matter::<[u8; 3], i64>,
    lies_do_not_matter::<f64, i64>,
    lies_do_not_matter::<u128, i64>,
    lies_do_not_matter::<Option<u32>, i64>,
    lies_do_not_matter::<Arc<str>, i64>,
];

/// Elements and indices that have loops of their own, which go on from line to line by equal steps.
const BY_LOOP: [Check; 6] = [
    lies_do_not_matter::<u8, i64>,
    lies_do_not_matter::<[u8; 3], i64>,
    lies_do_not_matter::<u32, i64>,
    lies_do_not_matter::<u32, i32>,
    lies_do_not_matter::<f64, i64>,
    lies_do_not_matter::<[u64; 3], i64>,
];

/// The case with values that `i64` holds.
fn in_i64(case: Case) -> Case {
    within(case, i64::MIN, i64::MAX)
}

/// The case with values that `i32` holds.
fn in_i32(case: Case) -> Case {
    within(case, i32::MIN, i32::MAX)
}

fn within<B: Into<i128>>(mut case: Case, least: B, most: B) -> Case {
    let (least, most) = (least.into(), most.into());
    for value in &mut case.values {
        *value = (*value).clamp(least, most);
    }
    case
}

proptest! {
    #![proptest_config(config(2500))]

    #[test]
    fn small_calls_do_not_depend_on_how_elements_lie(
        (case, index) in sketch::case(Kind::SMALL),
        element in 0..3_usize,
        seeds in seeds(),
    ) {
        BY_INDEX_TYPE[index][element](&case, &seeds);
    }

    #[test]
    fn elements_of_every_width_are_moved_from_where_they_lie(
        (case, _) in sketch::case(Kind::SMALL),
        width in 0..BY_WIDTH.len(),
        seeds in seeds(),
    ) {
        BY_WIDTH[width](&in_i64(case), &seeds);
    }
}

proptest! {
    #![proptest_config(config(500))]

    #[test]
    fn calls_of_many_rows_do_not_depend_on_how_elements_lie(
        (case, index) in sketch::case(Kind::LONG),
        element in 0..3_usize,
        seeds in seeds(),
    ) {
        BY_INDEX_TYPE[index][element](&case, &seeds);
    }

    #[test]
    fn calls_of_many_dimensions_do_not_depend_on_how_elements_lie(
        (case, index) in sketch::case(Kind::DEEP),
        element in 0..3_usize,
        seeds in seeds(),
    ) {
        BY_INDEX_TYPE[index][element](&case, &seeds);
    }
}

proptest! {
    #![proptest_config(config(2500))]

    #[test]
    fn lines_are_moved_from_where_they_lie(
        (case, _) in sketch::case(Kind::LINES),
        check in 0..BY_LOOP.len(),
        seeds in seeds(),
    ) {
        BY_LOOP[check](&in_i32(case), &seeds);
    }
}

proptest! {
    #![proptest_config(config(1000))]

    #[test]
    fn named_calls_do_not_depend_on_how_elements_lie(
        (case, _) in sketch::case(Kind::SMALL),
        seeds in seeds(),
    ) {
        if let Some([strided, dense]) = named_calls(&in_i64(case), &seeds) {
            prop_assert_eq!(strided, dense);
        }
    }
}

/// Random lays prove nothing if they are all dense, or all of one kind.
#[test]
fn random_lays_are_of_every_kind() {
    let mut runner = TestRunner::new(config(1));
    let mut found = [0; 6];
    for _ in 0..1000 {
        let tree = seeds().new_tree(&mut runner).expect("nothing is rejected");
        let lay = Lay::of(&[3, 4, 2], &tree.current()[0]);
        let strides = &lay.strides;
        let kinds = [
            strides == &[8, 2, 1],
            strides.iter().any(|stride| *stride < 0),
            strides.contains(&0),
            lay.offset > 0,
            strides[0].abs() < strides[2].abs(),
            strides.iter().all(|stride| stride.abs() > 1),
        ];
        for (count, kind) in found.iter_mut().zip(kinds) {
            *count += usize::from(kind);
        }
    }
    assert!(found[0] < 100, "few are dense: {found:?}");
    let often = found[1..].iter().all(|count| *count > 50);
    assert!(often, "each kind is there: {found:?}");
}

/// A type that is neither `Send` nor `Copy`, shared by counting: each output element is one clone.
#[test]
fn clones_are_as_many_as_output_elements() {
    let shared = Rc::new(());
    let storage = vec![Rc::clone(&shared); 24];
    let before = Rc::strong_count(&shared);
    let data =
        gather_core::ViewDyn::from_strides(&storage, 23, &[3, 4], &[-1, -6]).expect("inside");
    let indices = gather_core::ViewDyn::new(&[2_u8, 0, 2, 1, 1], &[5]).expect("five");
    let out = gather_core::gather_dyn(data, indices, 0, 0).expect("in range");
    assert_eq!(Rc::strong_count(&shared), before + 20);
    drop(out);
    assert_eq!(Rc::strong_count(&shared), before);
}
