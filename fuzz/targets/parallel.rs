//! Calls on several threads against the same calls on one, errors included, and those against the reference.
//!
//! Elements are so wide, or indices so many, that most calls are worth sharing. In a fuzzer that begins at a few
//! thousand bytes (`WORTH_SHARING` in `gather-core/src/kernel/work.rs`). Some calls are so large that they are
//! shared everywhere, and that the engine looks ahead in large tables and writes around the cache.

#![no_main]

use core::sync::atomic::{AtomicIsize, Ordering};
use std::sync::LazyLock;

use arbitrary::{Arbitrary, Result, Unstructured};
use gather_core::{
    ByClone, Element, GatherError, Path, TensorDyn, ViewDyn, gather_op_dyn, gather_op_dyn_into,
    gather_op_dyn_par, gather_op_dyn_par_into, reference,
};
use gather_fuzz::Call;
use gather_tests::{
    agree::{Narrow, options},
    oracle::{Case, elements},
    sketch::Kind,
};
use libfuzzer_sys::fuzz_target;
use rayon::{ThreadPool, ThreadPoolBuilder};

/// Bytes that data is taken from. Tables of more than 8 MiB are not in the nearest caches.
const STORE: usize = 12 << 20;

/// Outputs of so many bytes are worth sharing, and bytes of the largest output. Smaller ones are shared if they
/// have many rows.
struct Scale {
    shared: usize,
    most: usize,
}

const USUAL: Scale = Scale {
    shared: 4 << 10,
    most: 64 << 10,
};

/// From 24 MiB on outputs that threads share are written around the cache, and from 32 MiB on beside any table.
const LARGE: Scale = Scale {
    shared: 2 << 20,
    most: 36 << 20,
};

/// Elements that the reference, which divides for each, is asked for.
const MOST_SLOW: usize = 1 << 12;

static BYTES: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let mix = |n: usize| (n.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 33) as u8;
    (0..STORE).map(mix).collect()
});

static POOLS: LazyLock<[ThreadPool; 3]> = LazyLock::new(|| {
    [2, 3, 5].map(|threads| {
        let pool = ThreadPoolBuilder::new().num_threads(threads).build();
        pool.expect("a few threads")
    })
});

/// An element that is cloned, and counted.
#[derive(PartialEq)]
struct Counted([u8; 4096]);

static LIVING: AtomicIsize = AtomicIsize::new(0);

impl Counted {
    fn new(bytes: [u8; 4096]) -> Self {
        LIVING.fetch_add(1, Ordering::Relaxed);
        Self(bytes)
    }
}

impl Clone for Counted {
    fn clone(&self) -> Self {
        Self::new(self.0)
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        LIVING.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Element for Counted {
    type Mover = ByClone;
}

static CLONES: LazyLock<Vec<Counted>> = LazyLock::new(|| {
    let (chunks, _) = BYTES.as_chunks();
    chunks
        .iter()
        .take(1024)
        .map(|bytes| Counted::new(*bytes))
        .collect()
});

#[derive(Debug)]
struct Input {
    call: Call,
    /// Whether the output is large.
    large: bool,
    /// Which width, counted from two below the narrowest that is surely worth sharing.
    wider: usize,
    /// Which pool.
    pool: usize,
    portable: bool,
    clones: bool,
}

impl<'a> Arbitrary<'a> for Input {
    fn arbitrary(bytes: &mut Unstructured<'a>) -> Result<Self> {
        let (wider, pool, portable) = bytes.arbitrary::<(u8, u8, bool)>()?;
        let clones = bytes.ratio(1, 16)?;
        // Not a byte that a fuzzer likes: large calls cost a hundred others.
        let large = u8::arbitrary(bytes)? == 0xA5;
        let kind = match u8::arbitrary(bytes)? {
            252.. if large => Kind::MANY,
            0..120 => Kind::TINY,
            120..232 => Kind::SMALL,
            232..244 => Kind::LONG,
            244..248 => Kind::DEEP,
            248.. => Kind::BLOCKS,
        };
        Ok(Self {
            wider: (wider % 6).into(),
            pool: pool.into(),
            large,
            portable,
            clones,
            call: Call::of(kind, bytes)?,
        })
    }
}

/// Bytes of an element, by number.
const WIDTHS: [usize; 14] = [
    1, 3, 4, 16, 24, 64, 100, 256, 512, 1024, 4096, 8192, 16384, 65536,
];

impl Input {
    /// The number of the width to run with, around the narrowest that makes the call worth sharing, as far as
    /// there is room; `None` if there is none.
    fn width(&self) -> Option<usize> {
        let Scale { shared, most } = if self.large { LARGE } else { USUAL };
        let case = &self.call.case;
        let data = elements(&case.data).ok()?;
        let output = case
            .output_shape()
            .and_then(|shape| elements(&shape))
            .unwrap_or(1);
        let fits = |width: &usize| {
            data.checked_mul(*width).is_some_and(|bytes| bytes <= STORE)
                && output
                    .checked_mul(*width)
                    .is_some_and(|bytes| bytes <= most)
        };
        let room = WIDTHS.iter().take_while(|width| fits(width)).count();
        let shared = WIDTHS.iter().position(|width| output * width >= shared);
        let wanted = (shared.unwrap_or(WIDTHS.len() - 1) + self.wider).saturating_sub(2);
        room.checked_sub(1).map(|widest| wanted.min(widest))
    }
}

fn compare<const W: usize, I: Narrow>(input: &Input) {
    let (data, _) = BYTES.as_chunks::<W>();
    run::<[u8; W], I>(input, data, &[0xA5; W]);
}

/// Runs a call on elements from the front of `data`, over buffers of `poison`, which is what is filled in too.
fn run<T: Element + PartialEq + Send + Sync, I: Narrow>(input: &Input, data: &[T], poison: &T) {
    let case = &input.call.case;
    let narrow = |value: &i128| I::try_from(*value).expect("values are of the index type");
    let values: Vec<I> = case.values.iter().map(narrow).collect();
    let count = elements(&case.data).expect("data was measured");
    let Some(data) = data.get(..count) else {
        return;
    };
    let data = ViewDyn::new(data, &case.data).expect("as many elements as the shape has");
    let indices = ViewDyn::new(&values, &case.indices).expect("as many indices as the shape has");
    let options = options(case, poison.clone());

    let serial = gather_op_dyn(case.op, data, indices, &options);
    if output_elements(case).is_none_or(|count| count <= MOST_SLOW) {
        let slow = reference::gather(case.op, data, indices, &options);
        assert!(slow == serial, "the reference: {input:?}");
    }
    if input.portable {
        Path::Portable.force();
    }
    let shared = &POOLS[input.pool % POOLS.len()];
    let fresh = shared.install(|| gather_op_dyn_par(case.op, data, indices, &options));
    assert!(
        fresh == serial,
        "{:?}, {:?}: {input:?}",
        fresh.err(),
        serial.err()
    );
    drop(fresh);

    let mut out = vec![poison.clone(); output_elements(case).unwrap_or(3)];
    let over =
        shared.install(|| gather_op_dyn_par_into(case.op, data, indices, &options, &mut out));
    over_agrees(input, &over, &serial, &out, poison);
    if input.portable {
        // The serial call over a buffer on this path, too.
        out.fill(poison.clone());
        let over = gather_op_dyn_into(case.op, data, indices, &options, &mut out);
        over_agrees(input, &over, &serial, &out, poison);
    }
    Path::best().force();
}

fn output_elements(case: &Case) -> Option<usize> {
    case.output_shape().and_then(|shape| elements(&shape)).ok()
}

fn over_agrees<T: PartialEq>(
    input: &Input,
    over: &core::result::Result<(), GatherError>,
    serial: &core::result::Result<TensorDyn<T>, GatherError>,
    out: &[T],
    poison: &T,
) {
    match (over, serial) {
        (Ok(()), Ok(serial)) => assert!(out == serial.as_slice(), "over a buffer: {input:?}"),
        (Err(over), Err(serial)) => {
            assert_eq!(over, serial, "over a buffer: {input:?}");
            let partial = matches!(over, GatherError::Index(_));
            let untouched = || out.iter().all(|element| element == poison);
            assert!(partial || untouched(), "written: {input:?}");
        }
        (over, _) => panic!("{over:?} over a buffer: {input:?}"),
    }
}

/// Widths by index type.
macro_rules! compared {
    ($($index:ident)*) => {
        [$([
            compare::<1, $index>,
            compare::<3, $index>,
            compare::<4, $index>,
            compare::<16, $index>,
            compare::<24, $index>,
            compare::<64, $index>,
            compare::<100, $index>,
            compare::<256, $index>,
            compare::<512, $index>,
            compare::<1024, $index>,
            compare::<4096, $index>,
            compare::<8192, $index>,
            compare::<16384, $index>,
            compare::<65536, $index>,
        ]),*]
    };
}
const COMPARED: [[fn(&Input); WIDTHS.len()]; 4] = compared!(i32 i64 u32 u64);

/// For each of `INDEX_TYPES` one of the four that has its values.
const HELD_BY: [usize; 10] = [0, 0, 0, 1, 1, 2, 2, 2, 3, 3];

fuzz_target!(|input: Input| {
    let held_by = HELD_BY[input.call.index_type];
    let Some(width) = input.width() else {
        return;
    };
    if input.clones && output_elements(&input.call.case).is_none_or(|count| count <= 2048) {
        let _ = CLONES.len();
        let before = LIVING.load(Ordering::Relaxed);
        match held_by {
            0 | 1 => run::<Counted, i64>(&input, &CLONES, &CLONES[7]),
            _ => run::<Counted, u64>(&input, &CLONES, &CLONES[7]),
        }
        assert_eq!(LIVING.load(Ordering::Relaxed), before, "{input:?}");
        return;
    }
    COMPARED[held_by][width](&input);
});
