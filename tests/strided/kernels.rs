//! Kernels of `gather_kernel!` and tables of `gather_table!` on strided views against contiguous copies.

use std::fmt::Debug;

use gather_core::{GatherError, View, gather_kernel, gather_table};
use gather_tests::{
    agree::{MOST_MARKS, Marked, Narrow},
    lay::{Laid, Lay},
};

/// Numbers that look random and are the same every time.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (self.0 >> 33) as usize
    }

    fn seeds(&mut self) -> Vec<usize> {
        (0..8).map(|_| self.next() % (1 << 12)).collect()
    }

    /// An index for an axis of this size: in range, or now and then not.
    fn index<I: Narrow>(&mut self, size: usize) -> I {
        let size = size as i128;
        let value = match self.next() % 400 {
            0 => size,
            1 => -size - 1,
            2 => 100,
            n if n % 2 == 0 => -1 - (self.next() as i128 % size),
            _ => self.next() as i128 % size,
        };
        I::try_from(value).unwrap_or_else(|_| I::try_from(0).expect("zero"))
    }
}

/// One kernel on shapes that fit it.
struct Trial<Run, RunInto, const R: usize, const Q: usize> {
    data: [usize; R],
    indices: [usize; Q],
    /// Sizes of the axes that a tuple indexes.
    axes: &'static [usize],
    /// Elements of the output.
    elements: usize,
    run: Run,
    run_into: RunInto,
}

impl<Run, RunInto, const R: usize, const Q: usize> Trial<Run, RunInto, R, Q> {
    /// Runs it on many lays.
    fn on_many_lays<T, I, O>(self)
    where
        T: Marked,
        I: Narrow,
        O: Debug + PartialEq,
        Run: Fn(View<'_, T, R>, View<'_, I, Q>) -> Result<O, GatherError>,
        RunInto: Fn(View<'_, T, R>, View<'_, I, Q>, &mut [T]) -> Result<(), GatherError>,
    {
        let mut numbers = Numbers(7);
        let (mut good, mut bad) = (0, 0);
        for _ in 0..400 {
            let data = Laid::marked(Lay::of(&self.data, &numbers.seeds()), T::mark);
            let count: usize = self.indices.iter().product();
            let sizes = self.axes.iter().cycle().take(count);
            let values: Vec<I> = sizes.map(|size| numbers.index(*size)).collect();
            let between = I::try_from(126).expect("of every type");
            let indices = Laid::holding(Lay::of(&self.indices, &numbers.seeds()), &values, between);
            match self.agrees(&data, &indices) {
                Ok(_) => good += 1,
                Err(_) => bad += 1,
            }
        }
        assert!(good > 40, "{good} good and {bad} bad calls");
    }

    fn agrees<T, I, O>(&self, data: &Laid<T>, indices: &Laid<I>) -> Result<O, GatherError>
    where
        T: Marked,
        I: Narrow,
        O: Debug + PartialEq,
        Run: Fn(View<'_, T, R>, View<'_, I, Q>) -> Result<O, GatherError>,
        RunInto: Fn(View<'_, T, R>, View<'_, I, Q>, &mut [T]) -> Result<(), GatherError>,
    {
        let over = |data, indices| {
            let mut out = vec![T::mark(MOST_MARKS + 1); self.elements];
            (self.run_into)(data, indices, &mut out).map(|()| out)
        };
        let expected = (self.run)(data.dense_view(), indices.dense_view());
        let expected_over = over(data.dense_view(), indices.dense_view());
        assert_eq!(expected.is_ok(), expected_over.is_ok(), "{expected:?}");
        let pairs = [
            (data.strided_view(), indices.dense_view()),
            (data.dense_view(), indices.strided_view()),
            (data.strided_view(), indices.strided_view()),
        ];
        for (d, i) in pairs {
            assert_eq!((self.run)(d, i), expected, "{data:?}, {indices:?}");
            assert_eq!(over(d, i), expected_over, "{data:?}, {indices:?}");
        }
        expected
    }
}

/// A test for each kernel: its spec, shapes that fit it, the sizes that its tuples index.
macro_rules! kernels {
    ($($name:ident: ($($spec:tt)*), <$t:ty, $i:ty>, $data:tt, $indices:tt, $axes:tt;)*) => { $(
        #[test]
        fn $name() {
            gather_kernel!(struct Pick: $($spec)*);
            let (data, indices) = ($data, $indices);
            let elements = Pick.output_shape(&data, &indices).expect("they fit").elements();
            let trial = Trial {
                data,
                indices,
                axes: &$axes,
                elements,
                run: |data: View<'_, $t, _>, indices: View<'_, $i, _>| Pick.run(data, indices),
                run_into: |data: View<'_, $t, _>, indices: View<'_, $i, _>, out: &mut [$t]| {
                    Pick.run_into(data, indices, out)
                },
            };
            trial.on_many_lays::<$t, $i, _>();
        }
    )* };
}
kernels! {
    nd_of_rank_four: (GatherND, u32, i64, rank = 4, batch_dims = 2), <u32, i64>,
        [2, 3, 4, 5], [2, 3, 2, 1], [4];
    nd_of_known_depth: (GatherND, f64, i32, rank = 3, depth = 2), <f64, i32>,
        [3, 4, 5], [70, 2], [3, 4];
    nd_of_known_sizes: (GatherND, u32, i8, data = [_, 4, 5], batch_dims = 1, depth = 1), <u32, i8>,
        [3, 4, 5], [3, 6, 1], [4];
    nd_of_whole_tuples: (GatherND, String, i16, rank = 3, indices = [_, 3]), <String, i16>,
        [3, 2, 4], [9, 3], [3, 2, 4];
    nd_of_four_coordinates: (GatherND, u8, i64, rank = 5, depth = 4, out_of_range = fill(9)), <u8, i64>,
        [2, 3, 2, 3, 4], [11, 4], [2, 3, 2, 3];
    nd_of_four_that_are_cloned: (GatherND, String, i32, rank = 5, depth = 4), <String, i32>,
        [2, 3, 2, 3, 2], [30, 4], [2, 3, 2, 3];
    nd_of_five_coordinates: (GatherND, u32, i64, rank = 6, batch_dims = 1, depth = 5), <u32, i64>,
        [3, 2, 3, 2, 3, 2], [3, 20, 5], [2, 3, 2, 3, 2];
    nd_of_six_coordinates: (GatherND, f64, u8, rank = 7, depth = 6, out_of_range = clamp), <f64, u8>,
        [2, 1, 2, 3, 2, 2, 3], [70, 6], [2, 1, 2, 3, 2, 2];
    nd_of_seven_coordinates: (GatherND, [u8; 3], i64, rank = 8, depth = 7, negative = reject,
        out_of_range = wrap), <[u8; 3], i64>, [2, 1, 2, 3, 2, 2, 1, 2], [9, 7], [2, 1, 2, 3, 2, 2, 1];
    nd_of_eight_coordinates: (GatherND, String, i8, rank = 8, depth = 8), <String, i8>,
        [2, 1, 2, 3, 1, 2, 1, 2], [6, 8], [2, 1, 2, 3, 1, 2, 1, 2];
    nd_that_repeats_batches: (GatherND, u32, i64, rank = 3, batch_dims = 1, batch_sizes = broadcast,
        batch_output = flattened), <u32, i64>, [1, 4, 3], [5, 2, 1], [4];
    gather_of_rows: (Gather, u32, i64, data = [_, 6], axis = 0), <u32, i64>,
        [5, 6], [4, 3], [5];
    gather_of_columns: (Gather, u128, u8, rank = 3, axis = -1, out_of_range = clamp), <u128, u8>,
        [2, 3, 4], [130], [4];
    gather_in_batches: (Gather, [u8; 3], i32, rank = 4, axis = 2, batch_dims = 1), <[u8; 3], i32>,
        [3, 2, 4, 5], [3, 4], [4];
    gather_of_one: (Gather, u16, i64, rank = 2, axis = 1, out_of_range = wrap), <u16, i64>,
        [3, 4], [], [4];
    elements_of_the_last_axis: (GatherElements, u32, i64, rank = 2, axis = 1), <u32, i64>,
        [5, 7], [4, 9], [7];
    elements_of_the_first_axis: (GatherElements, f64, isize, data = [_, 3, 4], axis = 0), <f64, isize>,
        [5, 3, 4], [6, 3, 2], [5];
    elements_that_repeat: (GatherElements, String, i64, rank = 3, axis = 1, non_axis = broadcast,
        out_of_range = fill), <String, i64>, [1, 5, 4], [3, 2, 1], [5];
    elements_of_rank_six: (GatherElements, [u64; 3], i8, rank = 6, axis = 3), <[u64; 3], i8>,
        [2, 3, 2, 3, 2, 2], [2, 2, 1, 4, 2, 2], [3];
}

gather_table! {
    static ROWS: Gather, u32, i64, axis = 1, out_of_range = fill(7);
    data = [_, 4, 3];
    data = [2, 4, 3], indices = [3];
    rank = 2;
}

gather_table! {
    static POINTS: GatherND, String, i64, batch_dims = 1;
    data = [_, 3, 4], indices = [_, 5, 2];
    rank = 3;
}

/// A table on shapes of which some have an entry and some have not.
macro_rules! table_agrees {
    ($table:ident, <$t:ty, $i:ty>, $data:tt, $indices:tt, $axes:tt, $elements:expr, $entry:literal) => {
        assert_eq!($table.find(&$data, &$indices).is_some(), $entry);
        let trial = Trial {
            data: $data,
            indices: $indices,
            axes: &$axes,
            elements: $elements,
            run: |data: View<'_, $t, _>, indices: View<'_, $i, _>| $table.run(data, indices),
            run_into: |data: View<'_, $t, _>, indices: View<'_, $i, _>, out: &mut [$t]| {
                $table.run_dyn_into(data.as_dyn(), indices.as_dyn(), out)
            },
        };
        trial.on_many_lays::<$t, $i, _>();
    };
}

#[test]
fn tables_take_strided_views_by_entry_and_without() {
    table_agrees!(ROWS, <u32, i64>, [2, 4, 3], [3], [4], 18, true);
    table_agrees!(ROWS, <u32, i64>, [5, 4, 3], [2, 2], [4], 60, true);
    table_agrees!(ROWS, <u32, i64>, [5, 6], [8], [6], 40, true);
    table_agrees!(ROWS, <u32, i64>, [5, 4, 2], [3], [4], 30, false);
    table_agrees!(POINTS, <String, i64>, [2, 3, 4], [2, 5, 2], [3, 4], 10, true);
    table_agrees!(POINTS, <String, i64>, [2, 3, 4], [2, 6, 1], [3], 48, true);
    table_agrees!(POINTS, <String, i64>, [2, 3, 4, 2], [2, 5, 2], [3, 4], 20, false);
}

/// Errors speak of the logical tensor, wherever its elements lie.
#[test]
fn errors_name_the_place_in_the_logical_tensor() {
    let indices = [0_i64, 1, 9, 0, 1, 0];
    // [[0, 9, 1], [1, 0, 0]], of which 9 is the second
    let columns = View::from_strides(&indices, 0, [2, 3], [1, 2]).expect("inside");
    let pick = gather_kernel!(Gather, u8, i64, rank = 1);
    let error = pick.run(View::from(&[1, 2]), columns).expect_err("9 of 2");
    assert_eq!(
        error.to_string(),
        "index 9 at indices[0, 1] (position 1) is out of range for axis 0 of size 2, expected -2 to 1"
    );
}
