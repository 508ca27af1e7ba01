//! How often the calls ask for memory: never over a buffer, once for a new tensor, whatever the operator, the
//! policy, the outcome; prepared gathers, erased calls and kernels included. The sizes of more than six
//! dimensions are an allocation of their own.
//!
//! A binary of its own, because it counts in the global allocator. The count is the thread's own.

use std::{
    alloc::{GlobalAlloc, Layout, System},
    cell::Cell,
    rc::Rc,
};

use gather_core::{
    BatchSizes, DType, Element, ErasedOptions, ErasedView, GatherOptions, Negative, Op, Operator,
    OutOfRange, Path, Prepared, Table, TensorDyn, View, ViewDyn, gather_erased, gather_kernel,
    gather_op_dyn, gather_op_dyn_into, gather_op_output_shape, gather_table,
};

struct Counting;

thread_local! {
    static ALLOCATIONS: Cell<usize> = const { Cell::new(0) };
}

fn count() {
    ALLOCATIONS.with(|count| count.set(count.get() + 1));
}

// SAFETY: every call is handed on unchanged to the system's allocator, which keeps the contract; counting
// neither allocates nor panics.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count();
        // SAFETY: the caller keeps the contract of `alloc`, which is the same here.
        unsafe { System.alloc(layout) }
    }

    unsafe fn realloc(&self, old: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count();
        // SAFETY: as above; `old` came from `System`, because all of ours do.
        unsafe { System.realloc(old, layout, size) }
    }

    unsafe fn dealloc(&self, old: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { System.dealloc(old, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// What `run` returns, and how often it asked for memory.
fn allocations<R>(run: impl FnOnce() -> R) -> (R, usize) {
    let before = ALLOCATIONS.get();
    let result = run();
    (result, ALLOCATIONS.get() - before)
}

/// What a call comes to.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Outcome {
    Elements,
    Empty,
    Scalar,
    BrokenRule,
    BadIndex,
}
use Outcome::{BadIndex, BrokenRule, Elements, Empty, Scalar};

/// Dimensions whose sizes are kept in the tensor itself.
const IN_PLACE: usize = 6;

/// How often a call for a new tensor of so many dimensions may ask for memory. A vector without elements
/// needs none; a bad index is found when there is room for the output already.
fn expected(outcome: Outcome, rank: usize) -> usize {
    let sizes = usize::from(rank > IN_PLACE);
    match outcome {
        Elements => 1 + sizes,
        Empty => sizes,
        Scalar | BadIndex => 1,
        BrokenRule => 0,
    }
}

type Row = (Op, &'static [usize], &'static [usize], i64, Outcome);

/// Calls whose indices are all the same value.
const CALLS: &[Row] = &[
    (Op::gather(0, 0), &[5], &[3], 4, Elements),
    (Op::gather(1, 1), &[2, 5, 3], &[2, 200], -5, Elements),
    (Op::gather(0, 0), &[5, 0], &[3], 0, Empty),
    (Op::gather(0, 0), &[5], &[], 2, Scalar),
    (Op::gather(1, 0), &[5], &[3], 0, BrokenRule),
    (Op::gather(0, 0), &[5], &[3], 5, BadIndex),
    (Op::gather_nd(0), &[5, 5], &[100, 2], -1, Elements),
    (Op::gather_nd(1), &[2, 5, 3], &[1, 4, 2], 2, Elements),
    (Op::gather_nd(0), &[5, 5, 5, 5, 5], &[3, 5], 1, Elements),
    (Op::gather_nd(0), &[5, 5], &[2], 1, Scalar),
    (Op::gather_nd(3), &[5, 5], &[2, 2], 0, BrokenRule),
    (Op::gather_nd(0), &[5, 5], &[100, 2], -6, BadIndex),
    (Op::gather_elements(0), &[5, 9], &[70, 8], 4, Elements),
    (Op::gather_elements(0), &[3; 10], &[2; 10], 1, Elements),
    (Op::gather_elements(9), &[3; 10], &[2; 10], 3, BadIndex),
    (Op::gather_elements(0), &[5, 9], &[5, 0], 0, Empty),
    (Op::gather_elements(0), &[5, 9], &[5, 10], 0, BrokenRule),
    // Many blocks of rows, in long runs and in short ones.
    (Op::gather(0, 0), &[5, 3], &[1000], 4, Elements),
    (Op::gather_nd(0), &[5, 5, 5, 5], &[600, 4], -1, Elements),
    (Op::gather_nd(1), &[300, 5, 2], &[300, 3, 1], 2, Elements),
    (
        Op::gather_elements(1),
        &[3, 5, 40],
        &[3, 30, 40],
        4,
        Elements,
    ),
    (Op::gather(0, 0), &[5, 3], &[1000], -6, BadIndex),
    // Outer rows share the indices, few of them and more than are kept.
    (Op::gather(1, 0), &[50, 5, 2], &[300], -1, Elements),
    (Op::gather(2, 0), &[2, 20, 5], &[3000], 3, Elements),
    (Op::gather(1, 0), &[200, 5], &[], 3, Elements),
    (Op::gather(1, 0), &[50, 5, 2], &[300], 5, BadIndex),
    (Op::gather(1, 0), &[7, 5], &[3000], 5, BadIndex),
];

/// The ways to treat an index: as an error, and those that turn an error into an element.
fn policies<T: Clone>(fill: T) -> [GatherOptions<T>; 4] {
    let with = |policy| {
        GatherOptions::default()
            .batch_sizes(BatchSizes::Broadcast)
            .out_of_range(policy)
    };
    [
        with(OutOfRange::Error),
        with(OutOfRange::Fill(fill)).negative(Negative::Reject),
        with(OutOfRange::Clamp),
        with(OutOfRange::Wrap),
    ]
}

/// A slice of one value, and how a shape lies in it backwards, with gaps.
struct Backwards<T> {
    storage: Vec<T>,
    strides: Vec<isize>,
}

impl<T: Clone> Backwards<T> {
    fn new(value: T, shape: &[usize]) -> Self {
        let mut running = -2;
        let mut stride = |size: &usize| {
            let stride = running;
            running *= *size as isize;
            stride
        };
        let mut strides: Vec<isize> = shape.iter().rev().map(&mut stride).collect();
        strides.reverse();
        let count: usize = shape.iter().product();
        Self {
            storage: vec![value; 2 * count + 1],
            strides,
        }
    }

    fn view<'a>(&'a self, shape: &'a [usize]) -> ViewDyn<'a, T> {
        let last = self.storage.len() - 1;
        ViewDyn::from_strides(&self.storage, last, shape, &self.strides).unwrap()
    }
}

/// Runs every call under every policy on dense and on strided views, and compares how often `run` asks for
/// memory.
fn each_call<T: Element>(
    element: T,
    expected: impl Fn(Outcome, usize) -> usize,
    mut run: impl FnMut(Op, ViewDyn<'_, T>, ViewDyn<'_, i64>, &GatherOptions<T>) -> usize,
) {
    for (op, data_shape, indices_shape, value, outcome) in CALLS {
        let data = vec![element.clone(); data_shape.iter().product()];
        let values = vec![*value; indices_shape.iter().product()];
        let data = ViewDyn::new(&data, data_shape).unwrap();
        let indices = ViewDyn::new(&values, indices_shape).unwrap();
        let strided_data = Backwards::new(element.clone(), data_shape);
        let strided_indices = Backwards::new(*value, indices_shape);
        let strided_data = strided_data.view(data_shape);
        let strided_indices = strided_indices.view(indices_shape);
        for (n, options) in policies(element.clone()).iter().enumerate() {
            let outcome = match outcome {
                BadIndex if n > 0 => Elements,
                outcome => *outcome,
            };
            for (data, indices) in [
                (data, indices),
                (strided_data, indices),
                (data, strided_indices),
                (strided_data, strided_indices),
            ] {
                let found = run(*op, data, indices, options);
                let rules = options.rules(op.operator()).unwrap();
                let shape = gather_op_output_shape(*op, data_shape, indices_shape, rules);
                let expected = expected(outcome, shape.map_or(0, |shape| shape.rank()));
                assert_eq!(found, expected, "{op:?}, policy {n}: {outcome:?}");
            }
        }
    }
}

fn new_tensors_allocate_once<T: Element>(element: T) {
    each_call(element, expected, |op, data, indices, options| {
        let (tensor, count) = allocations(|| gather_op_dyn(op, data, indices, options));
        drop::<Result<TensorDyn<T>, _>>(tensor);
        count
    });
}

fn buffers_allocate_nothing<T: Element>(element: T) {
    each_call(
        element.clone(),
        |_, _| 0,
        |op, data, indices, options| {
            let rules = options.rules(op.operator()).unwrap();
            let shape = gather_op_output_shape(op, data.shape(), indices.shape(), rules);
            let mut out = vec![element.clone(); shape.map_or(1, |shape| shape.elements())];
            let right = allocations(|| gather_op_dyn_into(op, data, indices, options, &mut out));
            out.push(element.clone());
            let wrong = allocations(|| gather_op_dyn_into(op, data, indices, options, &mut out));
            right.1 + wrong.1
        },
    );
}

#[test]
fn a_new_tensor_is_one_allocation() {
    new_tensors_allocate_once(1_u8);
    new_tensors_allocate_once([1_u8; 3]);
    new_tensors_allocate_once(1.5_f32);
    new_tensors_allocate_once([1_u64; 3]);
    new_tensors_allocate_once(Rc::<str>::from("shared"));
}

#[test]
fn a_call_over_a_buffer_is_no_allocation() {
    buffers_allocate_nothing(1_u8);
    buffers_allocate_nothing([1_u8; 3]);
    buffers_allocate_nothing(1.5_f32);
    buffers_allocate_nothing([1_u64; 3]);
    buffers_allocate_nothing(Rc::<str>::from("shared"));
}

fn prepared_gathers_allocate_the_same<T: Element>(element: T) {
    let ran = |outcome, rank| match outcome {
        BadIndex | BrokenRule => 0, // there is nothing to run
        outcome => expected(outcome, rank),
    };
    each_call(
        element.clone(),
        ran,
        |op, data, indices, options| match Prepared::new(op, data.shape(), indices, options) {
            Ok(prepared) => {
                let (tensor, count) = allocations(|| prepared.run(data));
                assert!(tensor.is_ok(), "{op:?}");
                count
            }
            Err(_) => 0,
        },
    );
    each_call(
        element.clone(),
        |_, _| 0,
        |op, data, indices, options| {
            let Ok(prepared) = Prepared::new(op, data.shape(), indices, options) else {
                return 0;
            };
            let mut out = vec![element.clone(); prepared.output_shape().unwrap().elements()];
            let right = allocations(|| prepared.run_into(data, &mut out));
            assert_eq!(right.0, Ok(()), "{op:?}");
            out.push(element.clone());
            let wrong = allocations(|| prepared.run_into(data, &mut out));
            assert!(wrong.0.is_err(), "{op:?}");
            let nothing = ViewDyn::new(&[], &[0]).unwrap();
            let stale = allocations(|| prepared.run_into(nothing, &mut out));
            assert!(stale.0.is_err(), "{op:?}");
            right.1 + wrong.1 + stale.1
        },
    );
}

#[test]
fn a_prepared_gather_allocates_what_a_call_does() {
    prepared_gathers_allocate_the_same(1_u8);
    prepared_gathers_allocate_the_same([1_u8; 3]);
    prepared_gathers_allocate_the_same(1.5_f32);
    prepared_gathers_allocate_the_same([1_u64; 3]);
    prepared_gathers_allocate_the_same(Rc::<str>::from("shared"));
}

/// Calls whose indices are good and bad by turns, at the first, in the middle and at the last of a block:
/// those blocks are looked at again. And an output that is written around the cache.
#[test]
fn bad_indices_among_good_ones_are_no_allocation() {
    const MIXED: &[(Op, &[usize], &[usize])] = &[
        (Op::gather(0, 0), &[5, 3], &[1000]),
        (Op::gather(0, 0), &[5, 1000], &[3000]),
        (Op::gather(1, 0), &[50, 5, 2], &[300]),
        (Op::gather(1, 0), &[7, 5], &[3000]),
        (Op::gather_nd(0), &[5, 5, 5], &[500, 3]),
        (Op::gather_nd(1), &[300, 5, 2], &[300, 3, 1]),
        (Op::gather_nd(0), &[5, 5, 5, 5, 5], &[500, 5]),
        (Op::gather_elements(0), &[5, 200], &[70, 200]),
        (Op::gather_elements(2), &[3, 4, 5], &[3, 4, 600]),
    ];
    for path in [Path::Portable, Path::best()] {
        path.force();
        for (op, data_shape, indices_shape) in MIXED {
            let data = vec![1.5_f32; data_shape.iter().product()];
            let data = ViewDyn::new(&data, data_shape).unwrap();
            let count = indices_shape.iter().product();
            let values: Vec<i64> = [-9, 0, 3, 4, 9, -1, 2]
                .into_iter()
                .cycle()
                .take(count)
                .collect();
            let indices = ViewDyn::new(&values, indices_shape).unwrap();
            for (n, options) in policies(0.5).iter().enumerate() {
                let rules = options.rules(op.operator()).unwrap();
                let shape = gather_op_output_shape(*op, data_shape, indices_shape, rules).unwrap();
                let mut out = vec![0.0; shape.elements()];
                let (done, count) =
                    allocations(|| gather_op_dyn_into(*op, data, indices, options, &mut out));
                assert_eq!((done.is_err(), count), (n == 0, 0), "{op:?}, policy {n}");
            }
        }
    }
}

#[test]
fn a_kernel_over_a_buffer_is_no_allocation() {
    let pick = gather_kernel!(
        GatherND,
        f32,
        i64,
        data = [_, 4, 5],
        batch_dims = 1,
        depth = 1
    );
    let table = gather_table_of_rows();
    let data = Backwards::new(1.5_f32, &[3, 4, 5]);
    let indices = Backwards::new(-1_i64, &[3, 2, 1]);
    let (data, indices) = (data.view(&[3, 4, 5]), indices.view(&[3, 2, 1]));
    let mut out = [0.0; 30];
    let (kernel, of_kernel) = allocations(|| {
        let indices = View::<i64, 3>::try_from(indices)?;
        pick.run_into(data.try_into()?, indices, &mut out)
    });
    let (tabled, of_table) = allocations(|| table.run_dyn_into(data, indices, &mut out));
    assert_eq!((kernel, tabled), (Ok(()), Ok(())));
    assert_eq!((of_kernel, of_table), (0, 0));
}

#[test]
fn a_new_tensor_of_a_kernel_is_one_allocation() {
    let pick = gather_kernel!(
        GatherND,
        f32,
        i64,
        data = [_, 4, 5],
        batch_dims = 1,
        depth = 1
    );
    let table = gather_table_of_rows();
    let data = Backwards::new(1.5_f32, &[3, 4, 5]);
    let indices = Backwards::new(-1_i64, &[3, 2, 1]);
    let (data, indices) = (data.view(&[3, 4, 5]), indices.view(&[3, 2, 1]));
    let (kernel, of_kernel) = allocations(|| {
        let indices = View::<i64, 3>::try_from(indices)?;
        pick.run(data.try_into()?, indices)
    });
    let (tabled, of_table) = allocations(|| table.run_dyn(data, indices));
    assert_eq!(kernel.unwrap().as_slice(), [1.5; 30]);
    assert_eq!(tabled.unwrap().as_slice(), [1.5; 30]);
    assert_eq!((of_kernel, of_table), (1, 1));
}

#[test]
fn a_new_tensor_of_an_erased_call_is_one_allocation() {
    let picks = [1_u8, 0, 1];
    let data = ErasedView::new(DType::F32, &[2, 3], &[7; 24]).unwrap();
    let indices = ErasedView::new(DType::U8, &[3], &picks).unwrap();
    let options = ErasedOptions::default();
    let (tensor, count) = allocations(|| gather_erased(Op::gather(0, 0), data, indices, &options));
    assert_eq!(tensor.unwrap().bytes(), [7; 36]);
    assert_eq!(count, 1);
}

fn gather_table_of_rows() -> &'static Table<f32, i64> {
    gather_table! {
        static ROWS: GatherND, f32, i64, batch_dims = 1;
        data = [_, 4, 5];
    }
    &ROWS
}

#[test]
fn shapes_and_messages_need_no_memory() {
    for (op, data, indices, ..) in CALLS {
        let options = GatherOptions::<u8>::default();
        let ((), count) = allocations(|| {
            let rules = options.rules(Operator::Gather).unwrap();
            let shape = gather_op_output_shape(*op, data, indices, rules);
            let mut nowhere = Nowhere(0);
            let written = match shape {
                Ok(shape) => core::fmt::write(&mut nowhere, format_args!("{shape}")),
                Err(error) => core::fmt::write(&mut nowhere, format_args!("{error}")),
            };
            assert!(written.is_ok() && nowhere.0 > 0, "{op:?}");
        });
        assert_eq!(count, 0, "{op:?}");
    }
}

/// Counts what is written and keeps none of it.
struct Nowhere(usize);

impl core::fmt::Write for Nowhere {
    fn write_str(&mut self, text: &str) -> core::fmt::Result {
        self.0 += text.len();
        Ok(())
    }
}
