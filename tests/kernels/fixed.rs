//! Kernels whose sizes are all known, beyond what the list compares: errors in words, empty shapes, the
//! compiler as the one who gathers, arrays larger than the stack.

use std::{panic::catch_unwind, thread};

use gather_core::{GatherError, gather_kernel};

/// The text of an error, and what its accessors say: axis, flat position, coordinates, value.
fn told<T>(result: Result<T, GatherError>) -> (String, usize, usize, Vec<usize>, i128) {
    let Err(GatherError::Index(error)) = result else {
        panic!("expected an index error");
    };
    let coordinates = error.coordinates().as_slice().to_vec();
    (
        error.to_string(),
        error.axis(),
        error.flat(),
        coordinates,
        error.value(),
    )
}

/// Runs a kernel on an array of data and bad indices; both calls must say the same.
macro_rules! errors {
    ($($name:ident: { $($spec:tt)* } $data:expr, $indices:expr, $out:expr =>
        $text:literal, axis $axis:literal, $flat:literal at $coordinates:expr, value $value:literal;)*) => { $(
        #[test]
        fn $name() {
            let kernel = gather_kernel!($($spec)*);
            let expected = ($text.to_owned(), $axis, $flat, $coordinates.to_vec(), $value);
            assert_eq!(told(kernel.run(&$data, &$indices)), expected);
            assert_eq!(told(kernel.run_into(&$data, &$indices, &mut $out)), expected);
        }
    )* };
}
errors! {
    straight_tuples_name_their_coordinate:
        { GatherND, u8, i64, data = [3, 4], indices = [2, 2] } [[0; 4]; 3], [[0, 0], [0, 4]], [0; 2] =>
        "index 4 at indices[1, 1] (position 3, coordinate 1 of its tuple) is out of range for axis 1 of size 4, expected -4 to 3",
        axis 1, 3 at [1, 1], value 4;
    looped_tuples_name_their_coordinate:
        { GatherND, u8, i64, data = [2, 3, 4, 5], indices = [2, 9, 2], batch_dims = 1 }
        [[[[0; 5]; 4]; 3]; 2], [[[2, -4]; 9], [[2, -4], [2, -5], [3, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0]]],
        [[[0; 5]; 9]; 2] =>
        "index -5 at indices[1, 1, 1] (position 21, coordinate 1 of its tuple) is out of range for axis 2 of size 4, expected -4 to 3",
        axis 2, 21 at [1, 1, 1], value -5;
    negatives_are_refused_where_they_are:
        { Gather, u8, i8, data = [2, 3], indices = [2], axis = 1, negative = reject } [[0; 3]; 2], [2, -1], [[0; 2]; 2] =>
        "index -1 at indices[1] (position 1) is out of range for axis 1 of size 3, expected 0 to 2",
        axis 1, 1 at [1], value -1;
    scalars_have_no_coordinates:
        { Gather, u8, u64, data = [2, 3], indices = [], axis = 0 } [[0; 3]; 2], u64::MAX, [0; 3] =>
        "index 18446744073709551615 at indices[] (position 0) is out of range for axis 0 of size 2, expected 0 to 1",
        axis 0, 0 at [], value 18_446_744_073_709_551_615;
    elements_name_the_axis:
        { GatherElements, u8, i64, data = [2, 2, 2], indices = [2, 1, 2], axis = -2 }
        [[[0; 2]; 2]; 2], [[[0, 1]], [[1, -3]]], [[[0; 2]; 1]; 2] =>
        "index -3 at indices[1, 0, 1] (position 3) is out of range for axis 1 of size 2, expected -2 to 1",
        axis 1, 3 at [1, 0, 1], value -3;
    cloned_elements_have_the_same_errors:
        { GatherND, String, i64, data = [2], indices = [20, 1] }
        ["a".to_owned(), "b".to_owned()], core::array::from_fn(|n| [n as i64 / 8]), core::array::from_fn(|_| String::new()) =>
        "index 2 at indices[16, 0] (position 16, coordinate 0 of its tuple) is out of range for axis 0 of size 2, expected -2 to 1",
        axis 0, 16 at [16, 0], value 2;
    an_empty_slice_still_has_its_indices_checked:
        { Gather, f32, i64, data = [3, 0], indices = [2] } [[]; 3], [0, 3], [[]; 2] =>
        "index 3 at indices[1] (position 1) is out of range for axis 0 of size 3, expected -3 to 2",
        axis 0, 1 at [1], value 3;
    an_empty_outer_dimension_still_has_its_indices_checked:
        { Gather, f32, i64, data = [0, 3], indices = [2], axis = 1 } [[0.0; 3]; 0], [0, -4], [[0.0; 2]; 0] =>
        "index -4 at indices[1] (position 1) is out of range for axis 1 of size 3, expected -3 to 2",
        axis 1, 1 at [1], value -4;
    empty_cells_of_strings_still_have_their_indices_checked:
        { GatherND, String, u8, data = [2, 0], indices = [1, 1] } [[], []], [[2]], [[]] =>
        "index 2 at indices[0, 0] (position 0, coordinate 0 of its tuple) is out of range for axis 0 of size 2, expected 0 to 1",
        axis 0, 0 at [0, 0], value 2;
    nothing_can_be_picked_from_an_empty_axis:
        { GatherND, f32, i64, data = [0, 2], indices = [1, 1] } [[0.0; 2]; 0], [[0]], [[0.0; 2]; 1] =>
        "index 0 at indices[0, 0] (position 0, coordinate 0 of its tuple) is out of range for axis 0 of size 0, where no index is in range",
        axis 0, 0 at [0, 0], value 0;
    nothing_can_be_wrapped_into_an_empty_axis:
        { Gather, f32, i64, data = [0], indices = [20], out_of_range = wrap } [], [7; 20], [0.0; 20] =>
        "index 7 at indices[0] (position 0) is out of range for axis 0 of size 0, where no index is in range",
        axis 0, 0 at [0], value 7;
}

#[test]
fn an_empty_axis_can_be_filled() {
    let straight = gather_kernel!(
        Gather,
        i32,
        i64,
        data = [0, 2],
        indices = [2],
        out_of_range = fill(4)
    );
    assert_eq!(straight.run(&[], &[0, 9]), Ok([[4; 2]; 2]));
    let looped = gather_kernel!(
        GatherND,
        i32,
        i64,
        data = [2, 0],
        indices = [9, 2],
        out_of_range = fill(4)
    );
    assert_eq!(looped.run(&[[]; 2], &[[1, 0]; 9]), Ok([4; 9]));
}

#[test]
fn empty_indices_are_a_success() {
    let none = gather_kernel!(Gather, i32, i64, data = [3, 2], indices = [0]);
    assert_eq!(none.run(&[[1; 2]; 3], &[]), Ok([]));
    let none = gather_kernel!(GatherND, String, i64, data = [0], indices = [2, 0, 1]);
    assert_eq!(none.run(&[], &[[], []]), Ok([[], []]));
    let none = gather_kernel!(
        GatherElements,
        i32,
        i64,
        data = [3, 2],
        indices = [3, 0],
        axis = 1
    );
    assert_eq!(none.run(&[[1; 2]; 3], &[[]; 3]), Ok([[]; 3]));
}

gather_kernel!(struct Pick: Gather, u16, i8, data = [4], indices = [3]);

/// Done by the compiler.
const PICKED: [u16; 3] = Pick.eval(&[10, 11, 12, 13], &[3, 0, -2]);
static REFUSED: Result<[u16; 3], GatherError> = Pick.run(&[10, 11, 12, 13], &[3, 0, 4]);

#[test]
fn constants_are_gathered_by_the_compiler() {
    assert_eq!(PICKED, [13, 10, 12]);
    assert_eq!(REFUSED, Pick.run(&[0; 4], &[3, 0, 4]));
    let into = const {
        let mut out = [0; 3];
        let result = Pick.run_into(&[10, 11, 12, 13], &[1, 1, 1], &mut out);
        assert!(result.is_ok(), "every index is in range");
        out
    };
    assert_eq!(into, [11; 3]);
}

#[test]
fn eval_panics_with_the_text_of_the_error() {
    let text =
        "index 4 at indices[1] (position 1) is out of range for axis 0 of size 4, expected -4 to 3";
    let panicked = catch_unwind(|| Pick.eval(&[0; 4], &[0, 4, 5]));
    let message = panicked.expect_err("4 is out of range");
    assert_eq!(
        message.downcast_ref::<String>().map(String::as_str),
        Some(text)
    );
}

/// An array on the heap that never was on the stack.
fn heap<A: Clone, const N: usize>(value: A) -> Box<[A; N]> {
    let Ok(array) = vec![value; N].try_into() else {
        panic!("{N} elements are {N} elements");
    };
    array
}

/// A stack that holds a row of the arrays below, and by far not the arrays.
const SMALL_STACK: usize = 256 << 10;

/// What `gather` returns on a thread with a small stack.
fn on_a_small_stack<R: Send>(gather: impl FnOnce() -> R + Send) -> R {
    thread::scope(|scope| {
        let builder = thread::Builder::new().stack_size(SMALL_STACK);
        let thread = builder.spawn_scoped(scope, gather).expect("a thread");
        thread.join().expect("no panic")
    })
}

#[test]
fn arrays_larger_than_the_stack_are_gathered_in_place() {
    let kernel = gather_kernel!(Gather, f32, u32, data = [4096, 4096], indices = [1024]);
    let mut data = heap::<_, 4096>([0.0; 4096]);
    for (number, row) in data.iter_mut().enumerate() {
        *row = [number as f32; 4096];
    }
    let indices: [u32; 1024] = core::array::from_fn(|n| (n * 37 % 4096) as u32);
    let mut out = heap::<_, 1024>([0.0; 4096]);
    assert_eq!(
        (size_of_val(&*data), size_of_val(&*out)),
        (64 << 20, 16 << 20)
    );
    let result = on_a_small_stack(|| kernel.run_into(&data, &indices, &mut out));
    assert_eq!(result, Ok(()));
    for (index, row) in indices.iter().zip(out.iter()) {
        assert_eq!(row, &[*index as f32; 4096]);
    }
}
