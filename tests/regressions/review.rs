//! What a hostile reader found: misuse of what is meant for the macro, and views that repeat.

use gather_core::{
    __private::{Block, Kernel, Mover, Spec, Spot, run, run_into},
    ByClone, ByCopy, GatherError, GatherOptions, Op, OutOfRange, Path, Rules, Table, View, ViewDyn,
    gather_dyn, gather_dyn_into, gather_elements_dyn, gather_nd_dyn,
};

/// Three words, of which the last is a reference: a row that begins inside would forge one.
#[derive(Clone, Copy, Debug)]
struct Wide {
    _first: usize,
    _second: usize,
    reference: &'static u8,
}

/// A kernel written by hand whose positions wrap around to a third of an element.
struct Wrapping;

impl Kernel<Wide, u64, 1> for Wrapping {
    type Mover = ByCopy;
    const SPEC: Spec<1> = Spec {
        op: Op::gather(0, 0),
        rules: Rules::ONNX,
        data: [None],
        indices: None,
        depth: None,
    };

    fn resolve(block: &mut Block<'_, u64>, _: &[usize; 1]) -> bool {
        // 3 * 0xAAAA_AAAA_AAAA_AAAB is 1 modulo 2^64
        let third = 0xAAAA_AAAA_AAAA_AAAB_u64 as usize;
        block.rows::<1>(|[_]| {
            Spot::origin(gather_core::Negative::Reject)
                .then(1_u64, 2)
                .times(third)
        })
    }
}

#[test]
fn a_kernel_by_hand_cannot_begin_a_row_inside_an_element() {
    static SEVEN: u8 = 7;
    let data = [Wide {
        _first: 16,
        _second: 16,
        reference: &SEVEN,
    }; 2];
    let mut out = data.to_vec();
    // Strided indices, because the arithmetic of a kernel is asked for those.
    let indices = View::from_strides(&[0_u64, 9, 0], 0, [2], [2]).expect("inside");
    let data = View::new(&data, [2]).expect("two elements");
    let outcome = run_into::<Wrapping, Wide, u64, 1, 1>(data, indices, &mut out);
    let refused = GatherError::OutputLength {
        expected: 2,
        found: 0,
    };
    assert_eq!(outcome, Err(refused), "there is no such row");
    assert_eq!(*out[0].reference, 7, "the element is whole");
}

/// A kernel written by hand that fills, but with nothing.
struct Nothing;

impl<T> Kernel<T, u8, 1> for Nothing
where
    ByClone: Mover<T>,
{
    type Mover = ByClone;
    const SPEC: Spec<1> = Spec {
        op: Op::gather(0, 0),
        rules: FILLING,
        data: [None],
        indices: None,
        depth: None,
    };

    fn resolve(_: &mut Block<'_, u8>, _: &[usize; 1]) -> bool {
        false
    }
}

const FILLING: Rules = Rules {
    out_of_range: OutOfRange::Fill(()),
    ..Rules::ONNX
};

/// No value of it exists.
#[derive(Clone, Copy, Debug)]
enum Never {}

#[test]
fn nothing_is_filled_with_nothing() {
    static NEVER: Table<Never, u8> = Table::new::<ByCopy>(Op::gather(0, 0), FILLING, || None, &[]);
    static TEXTS: Table<String, u8> =
        Table::new::<ByClone>(Op::gather(0, 0), FILLING, || None, &[]);
    let at = ViewDyn::new(&[7_u8], &[1]).expect("one index");
    let never = NEVER.run_dyn(ViewDyn::new(&[], &[0]).expect("none"), at);
    assert_eq!(never.map(|_| ()), Err(GatherError::NoFillValue));
    let texts = TEXTS.run_dyn(ViewDyn::new(&[], &[0]).expect("none"), at);
    assert_eq!(texts.map(|_| ()), Err(GatherError::NoFillValue));
    let views = (
        View::new(&[], [0]).expect("none"),
        View::new(&[7_u8], [1]).expect("one"),
    );
    let kernel = run::<Nothing, String, u8, gather_core::TensorDyn<String>, 1, 1>(views.0, views.1);
    assert_eq!(kernel.map(|_| ()), Err(GatherError::NoFillValue));
}

#[test]
fn a_spec_by_hand_that_counts_from_the_end_is_refused() {
    struct FromEnd;
    impl Kernel<u8, u8, 2> for FromEnd {
        type Mover = ByCopy;
        const SPEC: Spec<2> = Spec {
            op: Op::gather(-2, 0),
            rules: Rules::ONNX,
            data: [Some(2), Some(3)],
            indices: None,
            depth: None,
        };

        fn resolve(_: &mut Block<'_, u8>, _: &[usize; 2]) -> bool {
            false
        }
    }
    let data = View::new(&[0_u8; 6], [2, 3]).expect("six");
    let at = View::new(&[1_u8], [1]).expect("one");
    let out = run::<FromEnd, u8, u8, gather_core::TensorDyn<u8>, 2, 1>(data, at);
    assert!(out.is_err(), "its rows have another length than it says");
}

#[test]
fn repeated_indices_of_an_empty_output_are_asked_once() {
    let often = 1 << 50;
    let none: ViewDyn<'_, f32> = ViewDyn::new(&[], &[3, 0]).expect("nothing");
    let index = |value: u8| [value];
    let good = index(2);
    let good = View::<_, 1>::from(&good)
        .broadcast_to([often])
        .expect("repeated");
    let out = gather_dyn(none, good.as_dyn(), 0, 0).expect("in range");
    assert_eq!(out.shape(), [often, 0]);
    let bad = index(3);
    let bad = View::<_, 1>::from(&bad)
        .broadcast_to([often])
        .expect("repeated");
    let error = gather_dyn(none, bad.as_dyn(), 0, 0).expect_err("3 of 3");
    assert!(
        error
            .to_string()
            .starts_with("index 3 at indices[0] (position 0)"),
        "{error}"
    );
}

#[test]
fn repeated_coordinates_of_a_tuple_are_asked_on_each_axis() {
    // One number for both coordinates: in range on the first axis, not on the second.
    let number = [2_u8];
    let tuples = View::<_, 1>::from(&number)
        .broadcast_to([1 << 50, 2])
        .expect("repeated");
    let none: ViewDyn<'_, f32> = ViewDyn::new(&[], &[3, 2, 0]).expect("nothing");
    let error = gather_nd_dyn(none, tuples.as_dyn(), 0).expect_err("2 of 2");
    assert!(
        error
            .to_string()
            .starts_with("index 2 at indices[0, 1] (position 1"),
        "{error}"
    );
}

#[test]
fn the_first_bad_index_is_named_among_repeated_ones() {
    let numbers = [[0_i64, 9]];
    let rows = View::<_, 2>::from(&numbers)
        .broadcast_to([3, 2])
        .expect("repeated")
        .transpose();
    let none: ViewDyn<'_, u8> = ViewDyn::new(&[], &[4, 0]).expect("nothing");
    let error = gather_dyn(none, rows.as_dyn(), 0, 0).expect_err("9 of 4");
    assert!(
        error
            .to_string()
            .starts_with("index 9 at indices[1, 0] (position 3)"),
        "{error}"
    );
    let empty: ViewDyn<'_, ()> = ViewDyn::new(&[(); 4], &[2, 2]).expect("units");
    let at = View::<_, 2>::from(&[[0_u8]])
        .broadcast_to([2, 1 << 40])
        .expect("repeated");
    let units = gather_elements_dyn(empty, at.as_dyn(), 1).expect("in range");
    assert_eq!(units.shape(), [2, 1 << 40]);
}

/// Rows of a large table are asked for before their indices are looked at, so that an index can name any address. At the
/// end of memory a loop over the lines of such a row went on from its beginning.
#[test]
fn an_index_that_leads_to_the_end_of_memory() {
    const ROW: usize = 96;
    const ALIGNED: usize = 32;
    let rows = (9 << 20) / ROW;
    let room = vec![0_u8; rows * ROW + ALIGNED];
    let table = &room[room.as_ptr().align_offset(ALIGNED)..][..rows * ROW];
    let shape = [rows, ROW];
    let data = ViewDyn::new(table, &shape).unwrap();
    let picks = [(2 << 20) / ROW];
    let mut out = vec![0; picks[0] * ROW];
    // Rows of 96 bytes from here are all multiples of 32 away; a third modulo 2^64 undoes the other factor.
    let third = 0xaaaa_aaaa_aaaa_aaab_u64;
    for before_end in [32, 64, 96, 128, 160, 192] {
        let distance = 0_u64.wrapping_sub(before_end + table.as_ptr().addr() as u64);
        let place = (distance / ALIGNED as u64).wrapping_mul(third) & (u64::MAX / ALIGNED as u64);
        assert_eq!(place.wrapping_mul(ROW as u64), distance, "leads there");
        let mut indices: Vec<u64> = (0..picks[0] as u64).map(|n| n % rows as u64).collect();
        indices[1000] = place;
        let indices = ViewDyn::new(&indices, &picks).unwrap();
        for path in [Path::Portable, Path::best()] {
            path.force();
            let done = gather_dyn_into(data, indices, 0, 0, &GatherOptions::default(), &mut out);
            match done {
                Err(GatherError::Index(error)) => assert_eq!(error.flat(), 1000),
                other => panic!("{place}: {other:?}"),
            }
        }
    }
}
