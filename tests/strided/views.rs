//! Views against a model that goes coordinate by coordinate: which strides are refused, what the changes
//! of shape mean, how views are read, compared and shown.

use gather_core::{GatherError, View, ViewBuf, ViewDyn};
use gather_tests::lay::{Laid, Lay, coordinates};
use proptest::prelude::*;

use crate::{config, seeds};

/// Whether strides may be accepted, by visiting every element. For shapes of few elements.
fn visited_inside(len: usize, offset: usize, shape: &[usize], strides: &[isize]) -> bool {
    if shape.contains(&0) {
        return offset <= len;
    }
    coordinates(shape).all(|at| {
        let moved = at
            .iter()
            .zip(strides)
            .try_fold(offset as i128, |position, (at, stride)| {
                position.checked_add(*at as i128 * *stride as i128)
            });
        moved.is_some_and(|position| 0 <= position && position < len as i128)
    })
}

/// What both constructors say, which must be the same.
fn accepted<const R: usize>(
    elements: &[u32],
    offset: usize,
    shape: [usize; R],
    strides: [isize; R],
) -> Result<Vec<u32>, GatherError> {
    let typed = View::from_strides(elements, offset, shape, strides);
    let dynamic = ViewDyn::from_strides(elements, offset, &shape, &strides);
    let read = |view: ViewDyn<'_, u32>| view.iter().copied().collect::<Vec<_>>();
    let typed = typed.map(|view| read(view.as_dyn()));
    assert_eq!(typed, dynamic.map(read), "{shape:?}, {strides:?}");
    typed
}

/// One constructor call against the visit of every element.
fn is_judged_rightly<const R: usize>(
    len: usize,
    offset: usize,
    shape: [usize; R],
    strides: [isize; R],
) {
    let numbers: Vec<u32> = (0..len as u32).collect();
    let found = accepted(&numbers, offset, shape, strides);
    if !visited_inside(len, offset, &shape, &strides) {
        let expected = GatherError::StridesOutside { offset, found: len };
        assert_eq!(
            found,
            Err(expected),
            "{len}, {offset}, {shape:?}, {strides:?}"
        );
        return;
    }
    let lay = Lay {
        shape: shape.to_vec(),
        strides: strides.to_vec(),
        offset,
        len,
    };
    let expected: Vec<u32> = lay.positions().into_iter().map(|at| at as u32).collect();
    assert_eq!(
        found,
        Ok(expected),
        "{len}, {offset}, {shape:?}, {strides:?}"
    );
}

#[test]
fn every_small_view_of_one_axis_is_judged_rightly() {
    for (len, offset) in pairs(0..6, 0..8) {
        for (size, stride) in pairs(0..5, 0..13) {
            is_judged_rightly(len, offset, [size], [stride as isize - 6]);
        }
    }
}

#[test]
fn every_small_view_of_two_axes_is_judged_rightly() {
    for (len, offset) in pairs(0..7, 0..8) {
        for (a, b) in pairs(0..4, 0..4) {
            for (s, t) in pairs(0..9, 0..9) {
                is_judged_rightly(len, offset, [a, b], [s as isize - 4, t as isize - 4]);
            }
        }
    }
}

fn pairs(
    outer: std::ops::Range<usize>,
    inner: std::ops::Range<usize>,
) -> impl Iterator<Item = (usize, usize)> {
    outer.flat_map(move |a| inner.clone().map(move |b| (a, b)))
}

/// Strides near the limits of their type, over few elements.
const EXTREMES: [isize; 14] = [
    isize::MIN,
    isize::MIN + 1,
    isize::MIN / 2,
    -(1 << 32),
    -2,
    -1,
    0,
    1,
    2,
    1 << 32,
    1 << 62,
    isize::MAX / 2,
    isize::MAX - 1,
    isize::MAX,
];

#[test]
fn extreme_strides_are_judged_rightly() {
    let offsets = [0, 1, 5, 6, 1 << 32, usize::MAX - 1, usize::MAX];
    for offset in offsets {
        for (s, t) in pairs(0..EXTREMES.len(), 0..EXTREMES.len()) {
            let strides = [EXTREMES[s], EXTREMES[t], -EXTREMES[s].max(isize::MIN + 1)];
            for shape in [
                [1, 1, 1],
                [2, 1, 3],
                [2, 3, 2],
                [3, 3, 3],
                [0, 2, 2],
                [1, 2, 0],
            ] {
                is_judged_rightly(6, offset, shape, strides);
            }
        }
    }
}

/// Sizes too large to visit: with a stride of 0 they are repetitions, with any other they lead outside,
/// and a product that does not fit is refused by name.
#[test]
fn extreme_sizes_are_judged_rightly() {
    let numbers = [7_u32; 6];
    let huge = [1 << 32, 1 << 62, usize::MAX / 2, usize::MAX - 1, usize::MAX];
    for size in huge {
        let repeated = ViewDyn::from_strides(&numbers, 5, &[], &[]).map(|view| view.len());
        assert_eq!(repeated, Ok(1));
        for shape in [[size, 1], [1, size]] {
            let repeated = View::from_strides(&numbers, 5, shape, [0, 0]).expect("one element");
            assert_eq!(repeated.as_dyn().len(), size);
            assert_eq!(repeated.as_dyn().get(&shape.map(|size| size - 1)), Some(&7));
            for stride in EXTREMES.into_iter().filter(|stride| *stride != 0) {
                let outside = GatherError::StridesOutside {
                    offset: 5,
                    found: 6,
                };
                let strides = [stride; 2];
                let found = View::from_strides(&numbers, 5, shape, strides);
                assert_eq!(found.map(|_| ()), Err(outside), "{shape:?}, {stride}");
            }
        }
        let overflow = GatherError::ShapeOverflow { axis: 1, size };
        let found = View::from_strides(&numbers, 0, [1 << 33, size], [0, 0]);
        assert_eq!(found.map(|_| ()), Err(overflow));
        let empty = View::from_strides(
            &numbers,
            6,
            [size, 0, size],
            EXTREMES[..3].try_into().unwrap(),
        );
        assert!(empty.is_ok_and(|view| view.as_dyn().is_empty()), "{size}");
    }
}

#[test]
fn as_many_strides_as_sizes() {
    for (sizes, strides) in pairs(0..4, 0..4) {
        let (shape, steps) = (vec![1; sizes], vec![1; strides]);
        let found = ViewDyn::from_strides(&[1], 0, &shape, &steps).map(|_| ());
        let expected = match sizes == strides {
            true => Ok(()),
            false => Err(GatherError::Rank {
                expected: sizes,
                found: strides,
            }),
        };
        assert_eq!(found, expected);
    }
}

/// A view has this shape, and at each of its coordinates the element that `source` names.
fn means<const R: usize, const S: usize>(
    found: View<'_, u32, R>,
    shape: [usize; R],
    from: &Laid<u32>,
    source: impl Fn([usize; R]) -> [usize; S],
) {
    assert_eq!(found.shape(), &shape);
    let from = from.dense_view::<S>();
    let mut expected = Vec::new();
    for at in coordinates(&shape) {
        let at = at.try_into().expect("the rank");
        let flat = source(at)
            .iter()
            .zip(from.shape())
            .fold(0, |flat, (at, size)| flat * size + at);
        let element = &from.as_slice().expect("dense")[flat];
        assert_eq!(
            found.as_dyn().get(&at),
            Some(element),
            "{at:?} of {found:?}"
        );
        expected.push(*element);
    }
    assert!(found.as_dyn().iter().eq(&expected), "{found:?}");
    assert!(
        found.as_slice().is_none_or(|slice| slice == expected),
        "{found:?}"
    );
    assert_eq!(found, View::new(&expected, shape).expect("as many"));
}

/// A view whose rank is no type gives the same view, or the same error.
#[track_caller]
fn is_also_dynamic<const R: usize>(
    typed: Result<View<'_, u32, R>, GatherError>,
    found: Result<ViewBuf<'_, u32>, GatherError>,
) {
    match (typed, found) {
        (Ok(typed), Ok(found)) => {
            assert_eq!(found.as_dyn(), typed.as_dyn());
            assert_eq!(found.shape(), typed.shape());
            assert_eq!(found.as_dyn().strides(), typed.strides());
            assert_eq!(found.as_dyn().as_slice(), typed.as_slice());
            assert_eq!(ViewDyn::from(&found.clone()), typed.as_dyn());
            let (found, typed) = (format!("{found:?}"), format!("{typed:?}"));
            assert_eq!(found.strip_prefix("ViewBuf"), typed.strip_prefix("View"));
        }
        (typed, found) => assert_eq!(typed.map(|_| ()), found.map(|_| ())),
    }
}

/// Three sizes, one of them possibly 0.
fn shape() -> impl Strategy<Value = [usize; 3]> {
    prop_oneof![
        6 => [1..5_usize, 1..5_usize, 1..5_usize],
        1 => [0..3_usize, 0..3_usize, 0..3_usize],
    ]
}

fn laid(shape: [usize; 3], seeds: &[usize]) -> Laid<u32> {
    Laid::marked(Lay::of(&shape, seeds), |at| at as u32)
}

const ORDERS: [[usize; 3]; 6] = [
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
];

proptest! {
    #![proptest_config(config(1000))]

    #[test]
    fn axes_change_places(shape in shape(), [seeds, _] in seeds(), order in 0..6_usize) {
        let laid = laid(shape, &seeds);
        let order = ORDERS[order];
        for view in [laid.strided_view::<3>(), laid.dense_view()] {
            let reversed = |at: [usize; 3]| [at[2], at[1], at[0]];
            means(view.transpose(), reversed(shape), &laid, reversed);
            prop_assert_eq!(view.transpose().transpose(), view);
            let back = |at: [usize; 3]| {
                let mut source = [0; 3];
                for (n, axis) in order.into_iter().enumerate() {
                    source[axis] = at[n];
                }
                source
            };
            let permuted = view.permute(order).expect("each axis once");
            means(permuted, order.map(|axis| shape[axis]), &laid, back);
            is_also_dynamic(Ok(view.transpose()), Ok(view.as_dyn().transpose()));
            is_also_dynamic(Ok(permuted), view.as_dyn().permute(&order));
        }
    }

    #[test]
    fn parts_of_an_axis_are_its_positions(
        shape in shape(),
        [seeds, _] in seeds(),
        axis in 0..3_usize,
        (a, b) in (0..6_usize, 0..6_usize),
        step in prop_oneof![-6..7_isize, Just(isize::MIN), Just(isize::MAX)],
    ) {
        let laid = laid(shape, &seeds);
        let range = a.min(b)..a.max(b);
        let legal = range.end <= shape[axis] && step != 0;
        let mut picked: Vec<usize> = range.clone().collect();
        if step < 0 {
            picked.reverse();
        }
        let picked: Vec<usize> = picked.into_iter().step_by(step.unsigned_abs().max(1)).collect();
        for view in [laid.strided_view::<3>(), laid.dense_view()] {
            let found = view.slice_axis(axis, range.clone(), step);
            is_also_dynamic(found, view.as_dyn().slice_axis(axis, range.clone(), step));
            if !legal {
                let (start, end) = (range.start, range.end);
                let refused = GatherError::AxisRange { axis, size: shape[axis], rank: 3, start, end, step };
                prop_assert_eq!(found.map(|_| ()), Err(refused));
                continue;
            }
            let mut expected = shape;
            expected[axis] = picked.len();
            means(found.expect("within the axis"), expected, &laid, |mut at| {
                at[axis] = picked[at[axis]];
                at
            });
        }
    }

    #[test]
    fn sizes_of_one_are_repeated(
        shape in shape(),
        [seeds, _] in seeds(),
        to in [0..4_usize, 1..4_usize, 1..4_usize, 1..4_usize, 1..4_usize],
        keep in 0..8_usize,
    ) {
        let laid = laid(shape, &seeds);
        let mut to = to;
        for axis in 0..3 {
            if keep >> axis & 1 == 0 {
                to[axis + 2] = shape[axis];
            }
        }
        let wrong = (0..3).find(|axis| shape[*axis] != to[axis + 2] && shape[*axis] != 1);
        for view in [laid.strided_view::<3>(), laid.dense_view()] {
            let found = view.broadcast_to(to);
            is_also_dynamic(found, view.as_dyn().broadcast_to(&to));
            if let Some(axis) = wrong {
                let refused = GatherError::Broadcast { axis, from: shape[axis], to: to[axis + 2] };
                prop_assert_eq!(found.map(|_| ()), Err(refused));
                continue;
            }
            let source = |at: [usize; 5]| {
                [0, 1, 2].map(|axis| if shape[axis] == 1 { 0 } else { at[axis + 2] })
            };
            means(found.expect("repeated"), to, &laid, source);
        }
    }

    #[test]
    fn changes_of_shape_compose(shape in shape(), [seeds, _] in seeds(), order in 0..6_usize) {
        let laid = laid(shape, &seeds);
        let order = ORDERS[order];
        let steps = |view: View<'_, u32, 3>| -> Result<Vec<u32>, GatherError> {
            let view = view.permute(order)?;
            let view = view.slice_axis(0, 0..view.shape()[0], -1)?;
            let view = view.slice_axis(2, view.shape()[2] / 2..view.shape()[2], 2)?;
            let view = view.transpose();
            let [a, b, c] = *view.shape();
            let view = view.broadcast_to([2, a, b, c])?;
            Ok(view.as_dyn().iter().copied().collect())
        };
        let dynamic = |view: ViewDyn<'_, u32>| -> Result<Vec<u32>, GatherError> {
            let view = view.permute(&order)?;
            let view = view.slice_axis(0, 0..view.shape()[0], -1)?;
            let view = view.slice_axis(2, view.shape()[2] / 2..view.shape()[2], 2)?;
            let view = view.transpose();
            let view = view.broadcast_to(&[&[2], view.shape()].concat())?;
            Ok(view.as_dyn().iter().copied().collect())
        };
        let strided = steps(laid.strided_view());
        prop_assert_eq!(&strided, &dynamic(laid.strided()));
        prop_assert_eq!(&strided, &dynamic(laid.dense()));
        prop_assert!(strided.is_ok(), "{:?}", strided);
        prop_assert_eq!(strided, steps(laid.dense_view()));
    }

    #[test]
    fn views_are_read_compared_and_shown_as_their_copies(
        shape in shape(),
        seeds in seeds(),
    ) {
        let laid = laid(shape, &seeds[0]);
        let (strided, dense) = (laid.strided(), laid.dense());
        prop_assert!(strided.iter().eq(&laid.dense));
        prop_assert_eq!(strided, dense);
        prop_assert_eq!(format!("{strided:?}"), format!("{dense:?}"));
        prop_assert_eq!((strided.len(), strided.rank()), (dense.len(), 3));
        prop_assert_eq!(strided.is_empty(), dense.is_empty());
        for at in coordinates(&shape.map(|size| size + 1)) {
            prop_assert_eq!(strided.get(&at), dense.get(&at));
            prop_assert_eq!(strided.get(&at[1..]), None);
        }
        let typed: View<'_, u32, 3> = strided.try_into().expect("the rank");
        prop_assert_eq!(typed, laid.dense_view());
        prop_assert_eq!(format!("{typed:?}"), format!("{:?}", laid.dense_view::<3>()));
        prop_assert_eq!(ViewDyn::from(&typed), dense);

        // Another lay of the same elements is equal; one element more or less is not.
        let other = Laid::holding(Lay::of(&shape, &[6; 8]), &laid.dense, 0);
        prop_assert_eq!(strided, other.strided());
        if !laid.dense.is_empty() {
            let mut elements = laid.dense.clone();
            elements[seeds[1][0] % laid.dense.len()] += 1;
            let other = Laid::holding(Lay::of(&shape, &[6; 8]), &elements, 0);
            prop_assert_ne!(strided, other.strided());
        }
    }
}

#[test]
fn axes_that_are_missing_or_repeated_are_no_permutation() {
    let numbers = [0_u32; 24];
    let view = View::new(&numbers, [2, 3, 4]).expect("as many");
    for (a, b) in pairs(0..5, 0..5) {
        for c in 0..5 {
            let axes = [a, b, c];
            let found = view.permute(axes);
            is_also_dynamic(found, view.as_dyn().permute(&axes));
            let legal = ORDERS.contains(&axes);
            assert_eq!(found.is_ok(), legal, "{axes:?}");
            if let Err(GatherError::Permutation {
                rank,
                position,
                found,
            }) = found
            {
                assert_eq!((rank, found), (3, axes[position]));
                assert!(found >= 3 || axes[..position].contains(&found), "{axes:?}");
            }
        }
    }
}

#[test]
fn axes_are_not_lost_by_repeating() {
    let view = View::new(&[1, 2], [1, 2]).expect("two");
    is_also_dynamic(view.broadcast_to([2]), view.as_dyn().broadcast_to(&[2]));
    for axes in [&[][..], &[0], &[0, 1, 2]] {
        let (expected, found) = (2, axes.len());
        let lost = view.as_dyn().permute(axes).map(|_| ());
        assert_eq!(lost, Err(GatherError::Rank { expected, found }));
    }
    let lost = view.broadcast_to([2]).map(|_| ());
    assert_eq!(
        lost,
        Err(GatherError::Rank {
            expected: 2,
            found: 1
        })
    );
    let scalar = View::<u32, 0>::from(&7)
        .broadcast_to([2, 2])
        .expect("repeated");
    assert_eq!(scalar, View::from(&[[7, 7], [7, 7]]));
}

#[test]
fn strided_views_are_shown_in_their_own_order() {
    let numbers: Vec<u32> = (0..80).collect();
    let columns = View::from_strides(&numbers, 2, [2, 3], [1, -1]).expect("inside");
    assert_eq!(format!("{columns:?}"), "View[2, 3] [[2, 1, 0], [3, 2, 1]]");
    let backwards = View::from_strides(&numbers, 79, [80], [-1]).expect("inside");
    let shown = format!("{backwards:?}");
    assert!(shown.ends_with("17, 16, … 16 more"), "{shown}");
}
