//! Elements that are cloned: once for each element of the output, and nothing leaks if a clone panics.

use core::cell::Cell;
use std::{
    panic::{AssertUnwindSafe, catch_unwind, resume_unwind},
    rc::Rc,
};

use gather_core::{GatherError, View, gather_kernel};

use crate::nested::Nested;

/// What has happened to the elements of one test.
#[derive(Debug, Default)]
struct Ledger {
    clones: Cell<usize>,
    alive: Cell<usize>,
    /// The clone that panics, counted from 1.
    fatal: Cell<Option<usize>>,
}

/// An element that keeps the ledger. It is `Clone` and nothing else: no `Element`, no `Copy`.
#[derive(Debug)]
struct Kept(Rc<Ledger>);

impl Kept {
    fn new(ledger: &Rc<Ledger>) -> Self {
        ledger.alive.update(|alive| alive + 1);
        Self(Rc::clone(ledger))
    }

    fn many(count: usize, ledger: &Rc<Ledger>) -> Vec<Self> {
        (0..count).map(|_| Self::new(ledger)).collect()
    }
}

impl Clone for Kept {
    fn clone(&self) -> Self {
        let Self(ledger) = self;
        ledger.clones.update(|clones| clones + 1);
        if ledger.fatal.get() == Some(ledger.clones.get()) {
            // Not `panic!`, which would print.
            resume_unwind(Box::new("a clone failed"));
        }
        Self::new(ledger)
    }
}

impl Drop for Kept {
    fn drop(&mut self) {
        self.0.alive.update(|alive| alive - 1);
    }
}

/// A call that gathers elements of a ledger and says how many came out.
type Gather = fn(&Rc<Ledger>) -> Result<usize, GatherError>;

/// A kernel over views of rank 2, by `run` and by `run_into`.
macro_rules! by_views {
    ($($spec:tt)*) => {
        [
            |ledger| {
                let data = Kept::many(6, ledger);
                let indices = View::new(&[2, -1, 0, -3, 1, 1], [6])?;
                let out = gather_kernel!($($spec)*).run(View::new(&data, [3, 2])?, indices)?;
                Ok(out.as_slice().len())
            },
            |ledger| {
                let data = Kept::many(6, ledger);
                let indices = View::new(&[2, -1, 0, -3, 1, 1], [6])?;
                let mut out = Kept::many(12, ledger);
                gather_kernel!($($spec)*).run_into(View::new(&data, [3, 2])?, indices, &mut out)?;
                Ok(out.len())
            },
        ]
    };
}

/// A kernel over nested arrays of these ranks, by `run` and by `run_into`.
macro_rules! by_arrays {
    ($rank:literal, $indices:expr, $output_rank:literal, { $($spec:tt)* }) => {
        [
            |ledger| {
                let data = Nested::<_, $rank>::take(&mut || Kept::new(ledger));
                let out = gather_kernel!($($spec)*).run(&data, &$indices)?;
                Ok(View::<Kept, $output_rank>::from(&out).as_dyn().len())
            },
            |ledger| {
                let data = Nested::<_, $rank>::take(&mut || Kept::new(ledger));
                let mut out = Nested::<_, $output_rank>::take(&mut || Kept::new(ledger));
                gather_kernel!($($spec)*).run_into(&data, &$indices, &mut out)?;
                Ok(View::<Kept, $output_rank>::from(&out).as_dyn().len())
            },
        ]
    };
}

/// Every way to write a kernel whose elements are cloned.
fn ways() -> Vec<(&'static str, Gather)> {
    let ways: [(&str, [Gather; 2]); 8] = [
        ("ranks", by_views!(Gather, Kept, i64, rank = 2)),
        ("sizes", by_views!(Gather, Kept, i64, data = [_, 2])),
        (
            "straight rows",
            by_arrays!(2, [2, -1], 2, { Gather, Kept, i64, data = [3, 2], indices = [2] }),
        ),
        (
            "straight elements",
            by_arrays!(2, [[2, 1], [0, -2]], 1, {
                GatherND, Kept, i64, data = [3, 2], indices = [2, 2]
            }),
        ),
        (
            "the whole",
            by_arrays!(2, [], 2, {
                GatherND, Kept, i64, data = [3, 2], indices = [0], depth_zero = copy
            }),
        ),
        (
            "loop over rows",
            by_arrays!(2, [[1]; 18], 2, { GatherND, Kept, i64, data = [3, 2], indices = [18, 1] }),
        ),
        (
            "loop over elements",
            by_arrays!(2, [[1; 18]; 3], 2, {
                GatherElements, Kept, i64, data = [3, 2], indices = [3, 18], axis = 1
            }),
        ),
        (
            "loop over flattened batches",
            by_arrays!(3, [[[[1]; 5]; 2]; 3], 2, {
                GatherND, Kept, i64, data = [3, 2, 4], indices = [3, 2, 5, 1],
                batch_dims = 2, batch_output = flattened
            }),
        ),
    ];
    let both = |(name, calls): (&'static str, [Gather; 2])| calls.map(|call| (name, call));
    ways.into_iter().flat_map(both).collect()
}

#[test]
fn each_element_of_the_output_is_cloned_once() {
    for (name, gather) in ways() {
        let ledger = Rc::new(Ledger::default());
        let elements = gather(&ledger).expect("every index is in range");
        assert_eq!(ledger.clones.get(), elements, "{name}");
        assert_eq!(ledger.alive.get(), 0, "{name}: everything was dropped");
    }
}

#[test]
fn nothing_leaks_when_a_clone_panics() {
    for (name, gather) in ways() {
        let elements = gather(&Rc::default()).expect("every index is in range");
        for fatal in [1, 2, elements / 2, elements] {
            let ledger = Rc::new(Ledger::default());
            ledger.fatal.set(Some(fatal));
            let result = catch_unwind(AssertUnwindSafe(|| gather(&ledger)));
            assert!(result.is_err(), "{name}: clone {fatal} panics");
            assert_eq!(ledger.alive.get(), 0, "{name}: clone {fatal} of {elements}");
        }
    }
}
