//! Arrays of the crate `ndarray`: borrowed where they lie, gathered from by methods, against contiguous
//! copies.

use gather_core::{
    GatherArray, GatherError, GatherOptions, Negative, NonAxis, Op, OutOfRange, Tensor, TensorDyn,
    View, ViewBuf, ViewDyn, gather_op_dyn,
};
use ndarray::{
    Array, Array0, Array1, Array2, Array3, ArrayD, ArrayRef, ArrayView, ArrayView2, ArrayViewD,
    Axis, Dimension, Ix6, IxDyn, ShapeBuilder, Slice, array, s,
};

/// Numbers that look random and are the same every time.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        usize::try_from(self.0 >> 33).expect("31 bits") % bound
    }

    fn yes(&mut self) -> bool {
        self.below(2) == 0
    }
}

/// An array whose elements tell their place, in one of the two memory orders.
fn numbered(shape: &[usize], column_major: bool) -> ArrayD<u32> {
    let count: u32 = shape.iter().product::<usize>().try_into().expect("few");
    let shape = IxDyn(shape).set_f(column_major);
    Array::from_shape_vec(shape, (0..count).collect()).expect("as many")
}

/// Reverses, permutes, slices and steps.
fn twisted<'a, T>(
    mut view: ArrayViewD<'a, T>,
    numbers: &mut Numbers,
    gaps: bool,
) -> ArrayViewD<'a, T> {
    for axis in 0..view.ndim() {
        if numbers.yes() {
            view.invert_axis(Axis(axis));
        }
        if gaps && numbers.yes() {
            let step = 1 + numbers.below(2).cast_signed();
            view.slice_axis_inplace(Axis(axis), Slice::new(1, None, step));
        }
    }
    for axis in 0..view.ndim() {
        view.swap_axes(axis, numbers.below(view.ndim()));
    }
    view
}

/// The same elements in row-major order.
fn copy<T: Clone, D: Dimension>(array: &ArrayRef<T, D>) -> TensorDyn<T> {
    TensorDyn::new(array.iter().cloned().collect(), array.shape().to_vec()).expect("as many")
}

/// What the method of an operator gives, against the dynamic call on copies.
fn method_agrees(
    op: Op,
    data: &ArrayViewD<'_, u32>,
    indices: &ArrayViewD<'_, i64>,
    options: &GatherOptions<u32>,
) -> bool {
    let expected = gather_op_dyn(op, copy(data).view(), copy(indices).view(), options);
    let narrow = |value: i128| isize::try_from(value).expect("near");
    let found = match op {
        Op::GatherNd { batch_dims } => {
            data.gather_nd_with(indices, batch_dims.try_into().expect("near"), options)
        }
        Op::Gather { axis, batch_dims } => {
            data.gather_with(indices, narrow(axis), narrow(batch_dims), options)
        }
        Op::GatherElements { axis } => data.gather_elements_with(indices, narrow(axis), options),
    };
    let found = found.map(|array| copy(&array));
    assert_eq!(found, expected, "{op:?}, {:?}, {indices:?}", data.strides());
    found.is_ok()
}

fn policies() -> [GatherOptions<u32>; 4] {
    [
        GatherOptions::default(),
        GatherOptions::default()
            .out_of_range(OutOfRange::Fill(9999))
            .negative(Negative::Reject),
        GatherOptions::default()
            .out_of_range(OutOfRange::Clamp)
            .non_axis(NonAxis::Broadcast),
        GatherOptions::default().out_of_range(OutOfRange::Wrap),
    ]
}

/// Operators with shapes of data and of indices, and the bound of good indices.
fn calls() -> [(Op, &'static [usize], &'static [usize]); 9] {
    [
        (Op::gather_nd(0), &[4, 4, 4], &[3, 2]),
        (Op::gather_nd(1), &[4, 4, 4], &[4, 3, 1]),
        (Op::gather_nd(0), &[4, 4, 4], &[5, 3]),
        (Op::gather(0, 0), &[4, 4, 4], &[3]),
        (Op::gather(2, 1), &[4, 4, 4], &[4, 3]),
        (Op::gather(-1, 0), &[4, 4], &[2, 3]),
        (Op::gather_elements(1), &[4, 4], &[4, 7]),
        (Op::gather_elements(0), &[4, 4, 4], &[2, 3, 4]),
        (Op::gather_elements(-1), &[4, 4, 4, 4, 4], &[2, 3, 4, 1, 2]),
    ]
}

#[test]
fn methods_take_arrays_as_they_lie() {
    let mut numbers = Numbers(1);
    let (mut good, mut bad) = (0, 0);
    for (op, shape, picks) in calls() {
        for round in 0..120 {
            let gaps = round % 2 == 0;
            // With gaps an axis of 9 gives 4 positions or 8, of which 4 are kept.
            let sizes: Vec<usize> = shape
                .iter()
                .map(|size| if gaps { 9 } else { *size })
                .collect();
            let base = numbered(&sizes, numbers.yes());
            let mut data = twisted(base.view(), &mut numbers, gaps);
            for (axis, size) in shape.iter().enumerate() {
                data.slice_axis_inplace(Axis(axis), Slice::from(..*size));
            }
            let mut order: Vec<usize> = (0..picks.len()).collect();
            order.rotate_left(numbers.below(picks.len().max(1)));
            let stored: Vec<usize> = order.iter().map(|axis| picks[*axis]).collect();
            let value = || i64::try_from(numbers.below(8)).expect("small") - 4;
            let wild = round % 5 == 0;
            let values = Array::from_shape_simple_fn(IxDyn(&stored), value);
            let values = values.mapv(|value| if wild { value * 2 } else { value });
            let mut back = vec![0; order.len()];
            order
                .iter()
                .enumerate()
                .for_each(|(n, axis)| back[*axis] = n);
            let indices = values.view().permuted_axes(IxDyn(&back));
            for options in policies() {
                match method_agrees(op, &data, &indices, &options) {
                    true => good += 1,
                    false => bad += 1,
                }
            }
        }
    }
    assert!(good > 2000 && bad > 20, "{good} good, {bad} bad");
}

#[test]
fn arrays_without_gaps_are_borrowed_and_others_refused() {
    let mut numbers = Numbers(2);
    let (mut borrowed, mut refused) = (0, 0);
    for round in 0..600 {
        let base = numbered(&[3, 4, 2], numbers.yes());
        let array = twisted(base.view(), &mut numbers, round % 2 == 0);
        let contiguous = array.as_slice_memory_order().is_some() || array.is_empty();
        let dynamic = ViewDyn::try_from(&array);
        let typed = View::<u32, 3>::try_from(array.view());
        let own_shape = ViewBuf::try_from(array.view());
        if !contiguous {
            assert_eq!(dynamic, Err(GatherError::Gaps));
            assert_eq!(own_shape, Err(GatherError::Gaps));
            assert_eq!(typed, Err(GatherError::Gaps));
            refused += 1;
            continue;
        }
        let copy = copy(&array);
        assert_eq!(dynamic, Ok(copy.view()));
        let typed = typed.expect("without gaps");
        assert_eq!(typed.as_dyn(), copy.view());
        assert_eq!(own_shape.expect("without gaps").as_dyn(), copy.view());
        // And back, still in place.
        let back = ArrayViewD::try_from(copy.view()).expect("small");
        assert_eq!(back, array);
        let back: ArrayView<'_, u32, _> = typed.try_into().expect("small");
        assert_eq!(back.into_dyn(), array);
        let back = ArrayViewD::try_from(typed.as_dyn()).expect("small");
        assert_eq!(back, array);
        assert!(
            array.is_empty() || back.as_ptr() == array.as_ptr(),
            "in place"
        );
        borrowed += 1;
    }
    assert!(borrowed > 100 && refused > 100, "{borrowed}, {refused}");
}

/// Of an array that has only one element between gaps there are no gaps inside.
#[test]
fn small_parts_of_large_arrays_are_borrowed() {
    let base = numbered(&[4, 5], false);
    let row = base.slice(s![2, 1..4]);
    assert_eq!(View::<u32, 1>::try_from(row), Ok(View::from(&[11, 12, 13])));
    let column = base.slice(s![.., 1]);
    assert_eq!(View::<u32, 1>::try_from(column), Err(GatherError::Gaps));
    let one = base.slice(s![3..4, 2..3]);
    assert_eq!(View::<u32, 2>::try_from(one), Ok(View::from(&[[17]])));
    let none = base.slice(s![1..1, ..;2]);
    assert_eq!(
        ViewDyn::try_from(&none).map(|view| view.shape().to_vec()),
        Ok(vec![0, 3])
    );
    let backwards = base.slice(s![..;-1, ..;-1]);
    let view = View::<u32, 2>::try_from(backwards).expect("without gaps");
    assert_eq!(view.as_dyn().iter().next(), Some(&19));
}

#[test]
fn repeated_axes_are_borrowed_and_never_written_out() {
    let row = array![1_u32, 2, 3];
    let huge = row.broadcast((1 << 40, 3)).expect("repeated");
    let view = View::<u32, 2>::try_from(huge.view()).expect("without gaps");
    assert_eq!(view.shape(), &[1 << 40, 3]);
    let picks = array![[1_i64 << 39, 2], [-1, 0]];
    let expected = array![3, 1].into_dyn();
    assert_eq!(huge.gather_nd(&picks, 0), Ok(expected.clone()));

    // With gaps as well: only what is not repeated is copied.
    let gapped = array![1_u32, 0, 2, 0, 3];
    let gapped = gapped.slice(s![..;2]);
    let huge = gapped.broadcast((1 << 40, 3)).expect("repeated");
    assert_eq!(
        View::<u32, 2>::try_from(huge.view()),
        Err(GatherError::Gaps)
    );
    assert_eq!(huge.gather_nd(&picks, 0), Ok(expected));
    let back = ArrayView2::try_from(view).expect("small enough");
    assert_eq!(back[[1 << 39, 1]], 2);
}

#[test]
fn arrays_of_every_kind_have_the_methods() {
    let owned = array![[1, 2], [3, 4], [5, 6]];
    let rows = array![2_u8, 0];
    let expected = array![[5, 6], [1, 2]].into_dyn();
    assert_eq!(owned.gather(&rows, 0, 0), Ok(expected.clone()));
    assert_eq!(
        owned.view().gather(&rows.view(), 0, 0),
        Ok(expected.clone())
    );
    assert_eq!(
        owned.to_shared().gather(&rows.to_shared(), 0, 0),
        Ok(expected.clone())
    );
    assert_eq!(
        owned
            .clone()
            .into_dyn()
            .gather(&rows.clone().into_dyn(), 0, 0),
        Ok(expected.clone())
    );
    let mut changing = owned.clone();
    assert_eq!(changing.view_mut().gather(&rows, 0, 0), Ok(expected));
    let one: Array0<i32> = ndarray::arr0(-1);
    assert_eq!(owned.gather(&one, 0, 0), Ok(array![5, 6].into_dyn()));
}

#[test]
fn elements_of_every_kind_are_gathered() {
    let words = array!["a", "b", "c"].mapv(String::from);
    let picked: Array1<String> = words
        .gather_elements(&array![2, 2, 0, -2], 0)
        .expect("in range");
    assert_eq!(picked, array!["c", "c", "a", "b"].mapv(String::from));
    let units = array![(), (), ()];
    assert_eq!(
        units.gather(&array![0_usize, 2], 0, 0).map(|out| out.len()),
        Ok(2)
    );
}

#[test]
fn elements_keep_the_dimension_of_the_indices() {
    let data = Array3::from_shape_fn((2, 3, 4), |(i, j, k)| 100 * i + 10 * j + k);
    let indices = Array3::from_elem((2, 1, 4), -1_i32);
    let out: Array3<usize> = data.gather_elements(&indices, 1).expect("in range");
    assert_eq!(
        out,
        Array3::from_shape_fn((2, 1, 4), |(i, _, k)| 100 * i + 20 + k)
    );
}

#[test]
fn errors_are_those_of_the_calls() {
    let data = array![[1, 2], [3, 4]];
    let columns = array![[0_i64, 5], [1, 0]];
    let bad = data.gather_nd(&columns.t(), 0).expect_err("5 of 2");
    assert_eq!(
        bad.to_string(),
        "index 5 at indices[1, 0] (position 2, coordinate 0 of its tuple) is out of range for axis 0 of \
         size 2, expected -2 to 1"
    );
    let rule = data.gather(&array![0], 2, 0).expect_err("no such axis");
    assert!(matches!(rule, GatherError::Rule(_)), "{rule}");
    let ranks = data
        .gather_elements(&array![0], 0)
        .expect_err("other ranks");
    assert!(matches!(ranks, GatherError::Rule(_)), "{ranks}");
}

#[test]
fn tensors_become_arrays_without_copying() {
    let tensor = Tensor::new(vec![1, 2, 3, 4, 5, 6], [2, 3]).expect("six");
    let place = tensor.as_slice().as_ptr();
    let array = Array2::try_from(tensor.clone()).expect("small");
    assert_eq!(array, array![[1, 2, 3], [4, 5, 6]]);
    let array = Array2::try_from(tensor).expect("small");
    assert_eq!(array.as_ptr(), place);

    let tensor = TensorDyn::new(vec!['x'], vec![1; 9]).expect("one");
    let place = tensor.as_slice().as_ptr();
    let array = ArrayD::try_from(tensor).expect("small");
    assert_eq!((array.ndim(), array.as_ptr()), (9, place));
    let deep = Array::<u8, Ix6>::try_from(Tensor::new(vec![7], [1; 6]).expect("one"));
    assert_eq!(deep.map(|array| array.len()), Ok(1));
}

#[test]
fn arrays_become_tensors_without_copying_what_is_in_order() {
    let array = array![[1, 2, 3], [4, 5, 6]];
    let place = array.as_ptr();
    let tensor = TensorDyn::from(array);
    assert_eq!(
        (tensor.shape(), tensor.as_slice().as_ptr()),
        (&[2, 3][..], place)
    );
    let array = ArrayD::try_from(tensor).expect("small");
    let tensor = Tensor::<i32, 2>::try_from(array).expect("of rank 2");
    assert_eq!(tensor.as_slice(), [1, 2, 3, 4, 5, 6]);
    assert_eq!(tensor.as_slice().as_ptr(), place);
    let array = ArrayD::try_from(TensorDyn::from(tensor)).expect("small");
    let refused = GatherError::Rank {
        expected: 3,
        found: 2,
    };
    assert_eq!(Tensor::<i32, 3>::try_from(array), Err(refused));
}

/// Elements that are neither `Copy` nor `Clone` are moved; those that were sliced away are dropped.
#[test]
fn arrays_in_any_order_become_tensors_in_row_major_order() {
    struct Owned(u32);
    let mut numbers = Numbers(3);
    for round in 0..400 {
        let mut array = numbered(&[3, 4, 2], numbers.yes()).mapv(Owned);
        for axis in 0..3 {
            if numbers.yes() {
                array.invert_axis(Axis(axis));
            }
            if round % 2 == 0 && numbers.yes() {
                let step = 1 + numbers.below(2).cast_signed();
                array.slice_axis_inplace(Axis(axis), Slice::new(1, None, step));
            }
        }
        for axis in 0..3 {
            array.swap_axes(axis, numbers.below(3));
        }
        if round % 50 == 0 {
            array.slice_axis_inplace(Axis(0), Slice::from(..0));
        }
        let shape = array.shape().to_vec();
        let expected: Vec<u32> = array.iter().map(|element| element.0).collect();
        let tensor = TensorDyn::from(array);
        let found: Vec<u32> = tensor.as_slice().iter().map(|element| element.0).collect();
        assert_eq!((tensor.shape(), found), (&shape[..], expected));
    }
    let scalar = TensorDyn::from(Array0::from_elem((), 'x'));
    assert_eq!((scalar.rank(), scalar.as_slice()), (0, &['x'][..]));
}

/// `ndarray` multiplies sizes without their zeros; what it does not take is an error, not a panic.
#[test]
fn shapes_that_ndarray_does_not_take_are_refused() {
    let empty = Tensor::<u8, 3>::new(vec![], [2, usize::MAX / 2, 0]).expect("nothing");
    let refused = GatherError::ShapeOverflow {
        axis: 1,
        size: usize::MAX / 2,
    };
    assert_eq!(Array3::try_from(empty), Err(refused));
    let empty = TensorDyn::<u8>::new(vec![], vec![0, usize::MAX]).expect("nothing");
    let refused = GatherError::ShapeOverflow {
        axis: 1,
        size: usize::MAX,
    };
    assert_eq!(ArrayD::try_from(empty), Err(refused));
    let repeated = View::from_strides(&[1_u8], 0, [usize::MAX], [0]).expect("repeated");
    let refused = GatherError::ShapeOverflow {
        axis: 0,
        size: usize::MAX,
    };
    assert_eq!(ndarray::ArrayView1::try_from(repeated), Err(refused));
}

#[test]
fn ranks_that_differ_are_refused() {
    let array = array![[1, 2], [3, 4]];
    let refused = GatherError::Rank {
        expected: 3,
        found: 2,
    };
    assert_eq!(View::<i32, 3>::try_from(&array), Err(refused));
    assert_eq!(View::<i32, 3>::try_from(array.view()), Err(refused));
    assert_eq!(View::<i32, 3>::try_from(&*array), Err(refused));
}
