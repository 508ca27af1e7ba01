//! Calls on several threads against the same calls on one: results and errors, in pools of every size, for
//! nests of every kind, elements that are copied and elements that are cloned.

use core::{
    fmt::Debug,
    sync::atomic::{AtomicBool, AtomicIsize, Ordering},
    time::Duration,
};
use std::{
    collections::HashSet,
    panic::catch_unwind,
    sync::{Condvar, LazyLock, Mutex},
    thread::{self, ThreadId},
};

use gather_core::{
    ByClone, DType, Element, ErasedFill, ErasedOptions, ErasedView, GatherError, GatherOptions,
    Index, Negative, Op, OutOfRange, Path, Plan, Rules, ViewDyn, gather_dyn_par,
    gather_elements_dyn_par, gather_erased, gather_erased_par, gather_nd_dyn_par, gather_op_dyn,
    gather_op_dyn_into, gather_op_dyn_par, gather_op_dyn_par_into,
};
use rayon::{ThreadPool, ThreadPoolBuilder};

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
}

/// Room for the arrays of kernels that know all sizes, also where nothing is optimised.
const LARGE_STACK: usize = 32 << 20;

fn pool(threads: usize) -> ThreadPool {
    let pool = ThreadPoolBuilder::new()
        .stack_size(LARGE_STACK)
        .num_threads(threads)
        .build();
    pool.expect("a few threads")
}

static POOLS: LazyLock<[ThreadPool; 4]> = LazyLock::new(|| [1, 2, 3, 7].map(pool));

/// Runs something in the global pool and in pools of several sizes.
fn everywhere(mut run: impl FnMut(&str) + Send) {
    run("the global pool");
    for pool in &*POOLS {
        let threads = pool.current_num_threads();
        pool.install(|| run(&format!("a pool of {threads}")));
    }
}

/// An operator, the shape of data, the shape of the indices.
type Call = (Op, &'static [usize], &'static [usize]);

/// Calls that are worth sharing even if an element is one byte.
const CALLS: [Call; 13] = [
    (Op::gather_nd(0), &[90, 7, 4], &[131_000, 2]),
    // The outermost level is small.
    (Op::gather_nd(1), &[2, 500, 3], &[2, 70_000, 1]),
    (Op::gather_nd(2), &[3, 2, 100], &[3, 2, 23_000, 1]),
    // One tuple for each batch: a single level.
    (Op::gather_nd(1), &[131_072, 4], &[131_072, 1]),
    // More coordinates than the engine takes.
    (Op::gather_nd(0), &[4, 5, 3, 4, 5], &[131_100, 5]),
    (Op::gather(0, 0), &[300, 40], &[40_000]),
    (Op::gather(0, 0), &[5, 20_000], &[3, 40]),
    // The indices are read again for each outer row.
    (Op::gather(1, 0), &[700, 300], &[200]),
    (Op::gather(2, 0), &[2, 350, 40, 3], &[200]),
    (Op::gather(2, 1), &[2, 300, 50], &[2, 230]),
    (Op::gather_elements(0), &[300, 500], &[300, 450]),
    (Op::gather_elements(1), &[2, 600, 130], &[2, 550, 125]),
    (Op::gather_elements(-1), &[2, 3, 400], &[2, 3, 23_000]),
];

/// More levels than a plan keeps, so that there are no parts.
const DEEP: Call = (
    Op::gather_elements(8),
    &[4, 4, 4, 4, 4, 4, 4, 4, 4],
    &[3, 3, 3, 3, 3, 3, 3, 3, 30],
);

fn count(shape: &[usize]) -> usize {
    shape.iter().product()
}

/// What a call amounts to, as it is counted where it is decided whether to share it.
fn work((op, data, indices): Call, element: usize) -> usize {
    let plan = Plan::new(op, data, indices, Rules::ONNX).expect("a good call");
    plan.elements() * element + plan.rows() * 16
}

/// The size of the axis that each coordinate of a tuple speaks of.
fn axes((op, data, indices): Call) -> Vec<usize> {
    let plan = Plan::new(op, data, indices, Rules::ONNX).expect("a good call");
    plan.indexed_sizes().to_vec()
}

/// Indices in range, from either end; with `outside`, some that are not.
fn picks(call: Call, numbers: &mut Numbers, outside: bool) -> Vec<i64> {
    let axes = axes(call);
    let pick = |n: usize| {
        let size = axes[n % axes.len()];
        let inside = numbers.below(2 * size);
        let far = if outside && numbers.below(50) == 0 {
            3 * size
        } else {
            0
        };
        let value = i64::try_from(inside + far).expect("small");
        value - i64::try_from(size).expect("small")
    };
    (0..count(call.2)).map(pick).collect()
}

/// A slice that holds a tensor in some order, and where in it the elements lie.
struct Laid<T> {
    storage: Vec<T>,
    offset: usize,
    strides: Vec<isize>,
}

/// The orders of [`Laid`].
const WAYS: usize = 4;

impl<T: Clone> Laid<T> {
    /// Elements that are given in row-major order, laid out densely, backwards, by columns, or with gaps.
    fn new(elements: &[T], shape: &[usize], way: usize) -> Self {
        let rank = shape.len();
        let mut order: Vec<usize> = (0..rank).rev().collect();
        let mut step = if way == 3 { 2 } else { 1 };
        if way == 2 {
            order.reverse();
        }
        let mut steps = vec![0; rank];
        for axis in order {
            steps[axis] = step;
            step *= shape[axis];
        }
        let reach: usize = steps
            .iter()
            .zip(shape)
            .map(|(step, size)| step * (size - 1))
            .sum();
        let mut storage = vec![elements[0].clone(); reach + 1];
        for (flat, element) in elements.iter().enumerate() {
            let mut rest = flat;
            let mut at = 0;
            for axis in (0..rank).rev() {
                at += rest % shape[axis] * steps[axis];
                rest /= shape[axis];
            }
            let at = if way == 1 { reach - at } else { at };
            storage[at] = element.clone();
        }
        let signed = |step: &usize| {
            let step = step.cast_signed();
            if way == 1 { -step } else { step }
        };
        Self {
            storage,
            offset: if way == 1 { reach } else { 0 },
            strides: steps.iter().map(signed).collect(),
        }
    }

    fn view<'a>(&'a self, shape: &'a [usize]) -> ViewDyn<'a, T> {
        ViewDyn::from_strides(&self.storage, self.offset, shape, &self.strides).expect("inside")
    }
}

/// The four ways to treat an index that is out of range.
fn policies<T: Clone>(fill: T) -> [(OutOfRange<()>, GatherOptions<T>); 4] {
    let options = GatherOptions::default();
    [
        (OutOfRange::Error, options.clone()),
        (
            OutOfRange::Fill(()),
            options
                .clone()
                .out_of_range(OutOfRange::Fill(fill))
                .negative(Negative::Reject),
        ),
        (
            OutOfRange::Clamp,
            options.clone().out_of_range(OutOfRange::Clamp),
        ),
        (OutOfRange::Wrap, options.out_of_range(OutOfRange::Wrap)),
    ]
}

/// What the two calls on several threads give, against the two on one. Returns the latter.
fn same<T, I>(
    op: Op,
    data: ViewDyn<'_, T>,
    indices: ViewDyn<'_, I>,
    options: &GatherOptions<T>,
    blank: &T,
) -> Result<(), GatherError>
where
    T: Element + Debug + PartialEq + Send + Sync,
    I: Index,
{
    let serial = gather_op_dyn(op, data, indices, options);
    let elements = serial.as_ref().map_or(0, |out| out.as_slice().len());
    everywhere(|place| {
        let what = || format!("{op:?} on {:?} in {place}", data.shape());
        let shared = gather_op_dyn_par(op, data, indices, options);
        assert!(shared == serial, "{}", what());
        if let Err(error) = &serial {
            assert_eq!(shared.as_ref().err(), Some(error), "{}", what());
            return;
        }
        let mut over = vec![blank.clone(); elements];
        let done = gather_op_dyn_par_into(op, data, indices, options, &mut over);
        assert_eq!(done, Ok(()), "{}", what());
        let serial = serial.as_ref().expect("no error");
        assert!(over == serial.as_slice(), "{}, over a buffer", what());
    });
    serial.map(drop)
}

/// All calls; of those with many elements none, if elements are dear.
fn calls<T: Element>() -> impl Iterator<Item = Call> {
    let dear = core::mem::needs_drop::<T>();
    let few = move |(op, data, indices): &Call| {
        let plan = Plan::new(*op, data, indices, Rules::ONNX).expect("a good call");
        !dear || plan.elements() < 200_000
    };
    CALLS.into_iter().chain([DEEP]).filter(few)
}

/// Every call under every policy.
fn every_call<T>(element: impl Fn(usize) -> T, blank: T)
where
    T: Element + Debug + PartialEq + Send + Sync,
{
    let mut numbers = Numbers(7);
    for call in calls::<T>() {
        let (op, shape, picked) = call;
        assert!(work(call, size_of::<T>()) >= 2 << 20, "{op:?} is small");
        let data: Vec<T> = (0..count(shape)).map(&element).collect();
        let data = ViewDyn::new(&data, shape).expect("as many");
        for (policy, options) in policies(blank.clone()) {
            let indices = picks(call, &mut numbers, policy != OutOfRange::Error);
            let indices = ViewDyn::new(&indices, picked).expect("as many");
            let result = same(op, data, indices, &options, &blank);
            assert_eq!(result, Ok(()), "{op:?}, {policy:?}");
        }
    }
}

/// A number for each place, in bytes that do not repeat soon.
fn marked(place: usize) -> [u8; 8] {
    (place as u64)
        .wrapping_mul(0x9e37_79b9_7f4a_7c15)
        .to_le_bytes()
}

#[test]
fn elements_of_one_two_and_three_bytes() {
    every_call(|n| marked(n)[0], 0);
    every_call(|n| marked(n).as_chunks().0[0], [0_u8; 2]);
    every_call(|n| marked(n).as_chunks().0[0], [0_u8; 3]);
}

#[test]
fn elements_of_four_and_eight_bytes() {
    for path in [Path::Portable, Path::best()] {
        path.force();
        every_call(|n| u32::try_from(n).expect("small"), u32::MAX);
        every_call(|n| n as u64, u64::MAX);
    }
}

#[test]
fn elements_of_many_bytes() {
    every_call(|n| [n as u64, 5], [u64::MAX; 2]);
    every_call(|n| [n as u64, 5, 6], [u64::MAX; 3]);
}

#[test]
fn elements_that_are_cloned() {
    assert!(calls::<String>().count() >= 8, "some of every kind");
    every_call(|n| n.to_string(), "nothing".to_owned());
}

#[test]
fn tensors_that_lie_in_any_order() {
    let mut numbers = Numbers(8);
    for call in CALLS.into_iter().chain([DEEP]) {
        let (op, shape, picked) = call;
        let data: Vec<u32> = (0_u32..).take(count(shape)).collect();
        for (n, (policy, options)) in policies(u32::MAX).into_iter().enumerate() {
            let indices = picks(call, &mut numbers, policy != OutOfRange::Error);
            for (of_data, of_indices) in [(n, 0), (0, n), (1, 1 + n % 3), (2, 3), (3, 2)] {
                let data = Laid::new(&data, shape, of_data % WAYS);
                let indices = Laid::new(&indices, picked, of_indices % WAYS);
                let (data, indices) = (data.view(shape), indices.view(picked));
                let result = same(op, data, indices, &options, &u32::MAX);
                assert_eq!(result, Ok(()), "{op:?}, {policy:?}");
            }
        }
    }
}

#[test]
fn indices_of_every_type() {
    fn agrees<I: Index + TryFrom<i64>>(signed: bool) {
        let shape = [100, 3];
        let data: Vec<u16> = (0..300).collect();
        let data = ViewDyn::new(&data, &shape).expect("as many");
        let mut numbers = Numbers(9);
        let from_end = if signed { 100 } else { 0 };
        let mut pick = || {
            let value = i64::try_from(numbers.below(100 + from_end)).expect("small");
            I::try_from(value - i64::try_from(from_end).expect("small")).ok()
        };
        let indices: Vec<I> = (0..140_000).map_while(|_| pick()).collect();
        let indices = ViewDyn::new(&indices, &[140_000]).expect("every index fits its type");
        let result = same(
            Op::gather(0, 0),
            data,
            indices,
            &GatherOptions::default(),
            &0,
        );
        assert_eq!(result, Ok(()));
    }
    agrees::<i8>(true);
    agrees::<i16>(true);
    agrees::<i32>(true);
    agrees::<i64>(true);
    agrees::<isize>(true);
    agrees::<u8>(false);
    agrees::<u16>(false);
    agrees::<u32>(false);
    agrees::<u64>(false);
    agrees::<usize>(false);
}

/// Where the wrong indices are that errors are made of, the one to be told of first.
fn wrong_places(indices: usize) -> [Vec<usize>; 7] {
    let last = indices - 1;
    [
        vec![0],
        vec![indices / 2],
        vec![last],
        vec![0, last],
        vec![indices / 3, indices / 3 + 1],
        vec![indices / 3, indices - indices / 3],
        vec![last - 1, last],
    ]
}

/// Every call with wrong indices in several places: the first is the error, on any number of threads.
fn first_error<T>(element: impl Fn(usize) -> T, blank: T)
where
    T: Element + Debug + PartialEq + Send + Sync,
{
    let mut numbers = Numbers(10);
    for (n, call) in calls::<T>().enumerate() {
        let (op, shape, picked) = call;
        let sizes = axes(call);
        let data: Vec<T> = (0..count(shape)).map(&element).collect();
        let right = picks(call, &mut numbers, false);
        for (round, places) in wrong_places(right.len()).into_iter().enumerate() {
            let mut indices = right.clone();
            for (value, place) in (1000..).zip(&places) {
                let size = i64::try_from(sizes[place % sizes.len()]).expect("small");
                let outside = if place % 2 == 0 { size } else { -1 - size };
                indices[*place] = outside + outside.signum() * value;
            }
            let data = Laid::new(&data, shape, (n + round) % WAYS);
            let indices = Laid::new(&indices, picked, round % WAYS);
            let (data, indices) = (data.view(shape), indices.view(picked));
            let options = GatherOptions::default();
            match same(op, data, indices, &options, &blank) {
                Err(GatherError::Index(error)) => assert_eq!(error.flat(), places[0], "{op:?}"),
                other => panic!("{op:?}: {other:?}"),
            }
            let serial = gather_op_dyn(op, data, indices, &options).map(drop);
            let plan = Plan::new(op, shape, picked, Rules::ONNX).expect("a good call");
            let mut out = vec![blank.clone(); plan.elements()];
            let into =
                pool(3).install(|| gather_op_dyn_par_into(op, data, indices, &options, &mut out));
            assert_eq!(into, serial, "{op:?}, over a buffer");
        }
    }
}

#[test]
fn the_first_error_counts() {
    first_error(|n| u32::try_from(n).expect("small"), 0);
}

#[test]
fn the_first_error_counts_for_clones() {
    first_error(|n| n.to_string(), String::new());
}

#[test]
fn the_calls_by_name_are_those_of_their_operators() {
    let mut numbers = Numbers(11);
    for call in CALLS {
        let (op, shape, picked) = call;
        let data: Vec<u32> = (0_u32..).take(count(shape)).collect();
        let indices = picks(call, &mut numbers, false);
        let data = ViewDyn::new(&data, shape).expect("as many");
        let indices = ViewDyn::new(&indices, picked).expect("as many");
        let near = |attribute: i128| isize::try_from(attribute).expect("near");
        let named = pool(2).install(|| match op {
            Op::GatherNd { batch_dims } => {
                gather_nd_dyn_par(data, indices, near(batch_dims).unsigned_abs())
            }
            Op::Gather { axis, batch_dims } => {
                gather_dyn_par(data, indices, near(axis), near(batch_dims))
            }
            Op::GatherElements { axis } => gather_elements_dyn_par(data, indices, near(axis)),
        });
        let serial = gather_op_dyn(op, data, indices, &GatherOptions::default());
        assert!(named == serial && named.is_ok(), "{op:?}");
    }
}

#[test]
fn a_buffer_of_another_length_stays_as_it_is() {
    let data = vec![1_u8; 64];
    let indices = vec![0_i64; 200_000];
    let data = ViewDyn::new(&data, &[1, 64]).expect("as many");
    let indices = ViewDyn::new(&indices, &[200_000]).expect("as many");
    let (op, options) = (Op::gather(0, 0), GatherOptions::default());
    for length in [0, 200_000 * 64 - 1, 200_000 * 64 + 1] {
        let mut out = vec![7; length];
        let serial = gather_op_dyn_into(op, data, indices, &options, &mut out);
        let shared =
            pool(2).install(|| gather_op_dyn_par_into(op, data, indices, &options, &mut out));
        let expected = GatherError::OutputLength {
            expected: 200_000 * 64,
            found: length,
        };
        assert_eq!((serial, shared), (Err(expected), Err(expected)));
        assert!(out.iter().all(|byte| *byte == 7), "untouched");
    }
}

#[test]
fn bytes_of_every_type() {
    let mut numbers = Numbers(12);
    let picks: Vec<u8> = (0..150_001)
        .map(|_| u8::try_from(numbers.below(40)).expect("small"))
        .collect();
    let shape = [150_000];
    for dtype in [
        DType::U8,
        DType::F16,
        DType::F32,
        DType::I64,
        DType::Complex128,
    ] {
        let data: Vec<u8> = (0..=255).cycle().take(32 * dtype.size()).collect();
        let data = ErasedView::new(dtype, &[32], &data).expect("as many");
        let indices = ErasedView::new(DType::U8, &shape, &picks[1..]).expect("as many");
        let op = Op::gather(0, 0);
        for options in [
            ErasedOptions::default(),
            ErasedOptions::default().out_of_range(OutOfRange::Clamp),
            ErasedOptions::default().out_of_range(OutOfRange::Fill(ErasedFill::Integer(1))),
        ] {
            let serial = gather_erased(op, data, indices, &options);
            let filled = options.rules(op.operator()).expect("rules").out_of_range;
            assert_eq!(serial.is_err(), filled == OutOfRange::Error, "{dtype}");
            everywhere(|place| {
                let shared = gather_erased_par(op, data, indices, &options);
                assert!(shared == serial, "{dtype} in {place}");
            });
        }
    }
    // Index values that lie at an odd address.
    let bytes: Vec<u8> = core::iter::once(9)
        .chain((0..150_000_i32).flat_map(|n| (n % 32).to_ne_bytes()))
        .collect();
    let indices = ErasedView::new(DType::I32, &shape, &bytes[1..]).expect("as many");
    let data: Vec<u8> = (0..32).collect();
    let data = ErasedView::new(DType::U8, &[32], &data).expect("as many");
    let out = pool(3)
        .install(|| gather_erased_par(Op::gather(0, 0), data, indices, &ErasedOptions::default()));
    let out = out.expect("a good call");
    let expected = (0_u8..32).cycle().take(150_000);
    assert!(out.bytes().iter().copied().eq(expected), "the elements");
}

/// An element that waits, when it is cloned, until a second thread has cloned one.
#[derive(Debug)]
struct Meeting;

static MET: Mutex<Option<HashSet<ThreadId>>> = Mutex::new(None);
static MORE: Condvar = Condvar::new();

impl Element for Meeting {
    type Mover = ByClone;
}

impl Clone for Meeting {
    fn clone(&self) -> Self {
        let mut met = MET.lock().expect("no panic inside");
        if let Some(threads) = met.as_mut()
            && threads.insert(thread::current().id())
        {
            MORE.notify_all();
            let alone = |met: &mut Option<HashSet<ThreadId>>| {
                met.as_ref().is_some_and(|threads| threads.len() < 2)
            };
            drop(MORE.wait_timeout_while(met, Duration::from_secs(30), alone));
        }
        Self
    }
}

#[test]
fn large_calls_are_really_shared() {
    let data = [Meeting, Meeting];
    let data = ViewDyn::new(&data, &[2]).expect("as many");
    let indices = vec![1_u8; 200_000];
    let shape = [200_000];
    let indices = ViewDyn::new(&indices, &shape).expect("as many");
    let mut out: Vec<Meeting> = (0..200_000).map(|_| Meeting).collect();
    *MET.lock().expect("no panic inside") = Some(HashSet::new());
    let (op, options) = (Op::gather(0, 0), GatherOptions::default());
    let done = pool(2).install(|| gather_op_dyn_par_into(op, data, indices, &options, &mut out));
    assert_eq!(done, Ok(()));
    let met = MET.lock().expect("no panic inside").take();
    assert_eq!(met.map_or(0, |threads| threads.len()), 2);
}

static ALIVE: AtomicIsize = AtomicIsize::new(0);
static ARMED: AtomicBool = AtomicBool::new(false);

/// An element that is counted, and one of which must not be cloned.
#[derive(Debug)]
struct Counted {
    explosive: bool,
}

impl Counted {
    fn new(explosive: bool) -> Self {
        ALIVE.fetch_add(1, Ordering::SeqCst);
        Self { explosive }
    }
}

impl Element for Counted {
    type Mover = ByClone;
}

impl Clone for Counted {
    fn clone(&self) -> Self {
        assert!(!(self.explosive && ARMED.load(Ordering::SeqCst)), "boom");
        Self::new(self.explosive)
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        ALIVE.fetch_sub(1, Ordering::SeqCst);
    }
}

#[test]
fn a_clone_that_panics_is_told_and_loses_nothing() {
    let data: Vec<Counted> = (0..100).map(|n| Counted::new(n == 99)).collect();
    let mut indices: Vec<u32> = (0..99).cycle().take(150_000).collect();
    indices[120_000] = 99;
    let mut out: Vec<Counted> = (0..150_000).map(|_| Counted::new(false)).collect();
    ARMED.store(true, Ordering::SeqCst);
    let panicked = {
        let (data, indices, out) = (&data, &indices, &mut out);
        let run = core::panic::AssertUnwindSafe(|| {
            let data = ViewDyn::new(data, &[100])?;
            let indices = ViewDyn::new(indices, &[150_000])?;
            let options = GatherOptions::default();
            pool(3)
                .install(|| gather_op_dyn_par_into(Op::gather(0, 0), data, indices, &options, out))
        });
        catch_unwind(run).is_err()
    };
    assert!(panicked, "the panic arrives");
    assert_eq!(ALIVE.load(Ordering::SeqCst), 150_100);
    drop((data, out));
    assert_eq!(ALIVE.load(Ordering::SeqCst), 0);
}

#[cfg(feature = "macros")]
mod kernels {
    //! The kernels of the macro: `par_run` and `par_run_into` against `run` and `run_into`.

    use super::{Numbers, everywhere};
    use core::fmt::Debug;
    use gather_core::{GatherError, View, gather_kernel};

    /// Compares the four methods of a kernel on a view of data and several indices, good and bad.
    macro_rules! agrees {
        ($kernel:expr, $data:expr, $indices:expr, $shape:expr, $blank:expr) => {{
            let kernel = $kernel;
            let data = $data;
            let right: Vec<_> = $indices;
            let last = right.len() - 1;
            let mut errors = 0;
            for wrong in [vec![], vec![0], vec![last / 2, last / 3], vec![last]] {
                let mut indices = right.clone();
                for place in wrong {
                    indices[place] = 100_000;
                }
                let indices = View::new(&indices, $shape).expect("as many");
                let serial = kernel.run(data, indices);
                let expected = kernel.output_shape(data.shape(), indices.shape());
                let room = expected.expect("a good call").elements();
                errors += usize::from(serial.is_err());
                everywhere(|place| {
                    assert!(kernel.par_run(data, indices) == serial, "{place}");
                    let mut out = vec![$blank; room];
                    let done = kernel.par_run_into(data, indices, &mut out);
                    match &serial {
                        Ok(serial) => {
                            assert_eq!(done, Ok(()), "{place}");
                            assert!(out == serial.as_slice(), "{place}, over a buffer");
                        }
                        Err(error) => assert_eq!(done.as_ref(), Err(error), "{place}"),
                    }
                });
                let mut long = vec![$blank; room + 1];
                assert_eq!(
                    kernel.par_run_into(data, indices, &mut long),
                    Err(GatherError::OutputLength {
                        expected: room,
                        found: room + 1
                    })
                );
            }
            errors
        }};
    }

    fn indices<I: TryFrom<usize, Error: Debug>>(count: usize, below: usize) -> Vec<I> {
        let mut numbers = Numbers(13);
        let mut value = || I::try_from(numbers.below(below)).expect("small");
        (0..count).map(|_| value()).collect()
    }

    fn floats(count: u32) -> Vec<f64> {
        (0..count).map(f64::from).collect()
    }

    #[test]
    fn pairs_within_a_small_batch() {
        let data = floats(2 * 50 * 20 * 3);
        let data = View::new(&data, [2, 50, 20, 3]).expect("as many");
        let pick = gather_kernel!(GatherND, f64, i64, rank = 4, batch_dims = 1, depth = 2);
        let errors = agrees!(pick, data, indices(2 * 30_000 * 2, 20), [2, 30_000, 2], 0.0);
        assert_eq!(errors, 3);
        // The output's rank is not known.
        let pick = gather_kernel!(GatherND, f64, i64, rank = 4, batch_dims = 1);
        let errors = agrees!(pick, data, indices(2 * 30_000 * 2, 20), [2, 30_000, 2], 0.0);
        assert_eq!(errors, 3);
    }

    #[test]
    fn rows_of_known_length() {
        let data = floats(300 * 16);
        let data = View::new(&data, [300, 16]).expect("as many");
        let embed = gather_kernel!(Gather, f64, u32, data = [_, 16], axis = 0);
        assert_eq!(agrees!(embed, data, indices(30_000, 300), [30_000], 0.0), 3);
        let padded = gather_kernel!(
            Gather,
            f64,
            u32,
            data = [_, 16],
            axis = 0,
            out_of_range = fill(-1.0)
        );
        assert_eq!(
            agrees!(padded, data, indices(30_000, 300), [300, 100], 0.0),
            0
        );
    }

    #[test]
    fn columns_and_strided_data() {
        let data = floats(700 * 300);
        let data = View::new(&data, [700, 300]).expect("as many");
        let columns = gather_kernel!(Gather, f64, i32, rank = 2, axis = 1, out_of_range = clamp);
        assert_eq!(agrees!(columns, data, indices(200, 300), [200], 0.0), 0);
        let pick = gather_kernel!(GatherElements, f64, i64, rank = 2, axis = 0);
        let turned = data.transpose();
        let errors = agrees!(pick, turned, indices(300 * 650, 300), [300, 650], 0.0);
        assert_eq!(errors, 3);
        let errors = agrees!(pick, data, indices(600 * 290, 700), [600, 290], 0.0);
        assert_eq!(errors, 3);
    }

    #[test]
    fn strings() {
        let data: Vec<String> = (0..64).map(|n: u8| n.to_string()).collect();
        let data = View::new(&data, [64]).expect("as many");
        let words = gather_kernel!(Gather, String, i64, rank = 1, axis = 0);
        let errors = agrees!(words, data, indices(60_000, 64), [60_000], String::new());
        assert_eq!(errors, 3);
    }

    /// Compares the methods of a kernel over arrays, `prepare` too, on several indices, good and bad.
    macro_rules! arrays_agree {
        ($kernel:expr, $data:expr, $indices:expr, wrong $wrong:literal, $blank:expr) => {{
            let (kernel, data, right) = ($kernel, $data, $indices);
            let last = right.len() - 1;
            let mut errors = 0;
            for wrong in [vec![], vec![0], vec![last / 2, last / 3], vec![last]] {
                let mut indices = right;
                for place in wrong {
                    indices[place] = $wrong;
                }
                let serial = kernel.run(&data, &indices);
                errors += usize::from(serial.is_err());
                let prepared = kernel.prepare(&indices);
                assert_eq!(prepared.as_ref().err(), serial.as_ref().err());
                if let (Ok(prepared), Ok(serial)) = (&prepared, &serial) {
                    assert!(prepared.run(&data).as_ref() == Ok(serial), "prepared");
                    let mut out = core::array::from_fn(|_| $blank);
                    assert_eq!(prepared.run_into(&data, &mut out), Ok(()));
                    assert!(out == *serial, "prepared, over an array");
                }
                everywhere(|place| {
                    assert!(kernel.par_run(&data, &indices) == serial, "{place}");
                    let mut out = core::array::from_fn(|_| $blank);
                    let done = kernel.par_run_into(&data, &indices, &mut out);
                    match &serial {
                        Ok(serial) => {
                            assert_eq!(done, Ok(()), "{place}");
                            assert!(out == *serial, "{place}, over an array");
                        }
                        Err(error) => assert_eq!(done.as_ref(), Err(error), "{place}"),
                    }
                });
            }
            errors
        }};
    }

    fn array<I: TryFrom<usize, Error: Debug> + Copy, const N: usize>(below: usize) -> [I; N] {
        let values = indices(N, below);
        core::array::from_fn(|n| values[n])
    }

    /// So many that their work is shared, in arrays that a large stack holds.
    const MANY: usize = 130_000;

    fn on_a_large_stack(test: impl FnOnce() + Send) {
        std::thread::scope(|scope| {
            let builder = std::thread::Builder::new().stack_size(super::LARGE_STACK);
            let thread = builder.spawn_scoped(scope, test).expect("a thread");
            thread.join().expect("no panic");
        });
    }

    #[test]
    fn arrays_of_numbers() {
        on_a_large_stack(|| {
            let data: [u8; 200] = core::array::from_fn(|n| u8::try_from(n).unwrap_or(0));
            let pick = gather_kernel!(Gather, u8, u8, data = [200], indices = [130_000]);
            let indices = array::<u8, MANY>(200);
            assert_eq!(arrays_agree!(pick, data, indices, wrong 255, 0), 3);
            let padded = gather_kernel!(
                Gather,
                u8,
                u8,
                data = [200],
                indices = [130_000],
                out_of_range = fill(201)
            );
            assert_eq!(arrays_agree!(padded, data, indices, wrong 255, 0), 0);
            let few = gather_kernel!(GatherND, u8, i64, data = [200], indices = [2, 1]);
            let serial = few.run(&data, &[[7], [-1]]);
            assert_eq!(few.par_run(&data, &[[7], [-1]]), serial);
        });
    }

    #[test]
    fn arrays_of_elements_that_are_not_primitive() {
        on_a_large_stack(|| {
            let ones: [[u8; 1]; 200] = core::array::from_fn(|n| [u8::try_from(n).unwrap_or(0)]);
            let pick = gather_kernel!(Gather, [u8; 1], u8, data = [200], indices = [130_000]);
            let indices = array::<u8, MANY>(200);
            assert_eq!(arrays_agree!(pick, ones, indices, wrong 200, [0]), 3);
            let words: [String; 200] = core::array::from_fn(|n| n.to_string());
            let pick = gather_kernel!(Gather, String, i32, data = [200], indices = [3000]);
            let indices = array::<i32, 3000>(200);
            let errors = arrays_agree!(pick, words, indices, wrong 10_000, String::new());
            assert_eq!(errors, 3);
        });
    }

    #[test]
    fn arrays_without_elements() {
        let none = gather_kernel!(Gather, String, i8, data = [0, 2], indices = [0]);
        assert_eq!(none.par_run(&[], &[]), Ok([]));
        assert_eq!(none.prepare(&[]).and_then(|none| none.run(&[])), Ok([]));
        let filled = gather_kernel!(
            Gather,
            i16,
            i8,
            data = [0, 2],
            indices = [3],
            out_of_range = fill(4)
        );
        assert_eq!(filled.par_run(&[], &[0, 1, -9]), Ok([[4; 2]; 3]));
        let prepared = filled.prepare(&[0, 1, -9]).expect("nothing is an error");
        assert_eq!(prepared.run(&[]), Ok([[4; 2]; 3]));
    }
}
