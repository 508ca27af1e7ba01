//! An element that is counted: how often it is cloned, which instances are alive, whether one was
//! dropped twice; and that can be made to panic while it is cloned.
//!
//! The tally is the thread's own, so that tests do not see each other.

use std::{
    cell::{Cell, RefCell},
    collections::BTreeSet,
    panic::{AssertUnwindSafe, catch_unwind, resume_unwind},
};

use gather_core::{ByClone, Element};
use gather_tests::agree::Marked;

/// A number, and which of all instances this is.
#[derive(Debug)]
pub struct Counted {
    pub number: usize,
    instance: usize,
}

#[derive(Default)]
struct Tally {
    clones: Cell<usize>,
    instances: Cell<usize>,
    alive: RefCell<BTreeSet<usize>>,
    dropped_twice: Cell<usize>,
    /// Clones that still succeed before one panics.
    fuse: Cell<Option<usize>>,
}

thread_local! {
    static TALLY: Tally = Tally::default();
}

/// What a panicking clone throws.
struct Burnt;

impl Counted {
    fn born(tally: &Tally, number: usize) -> Self {
        let instance = tally.instances.replace(tally.instances.get() + 1);
        tally.alive.borrow_mut().insert(instance);
        Self { number, instance }
    }
}

impl Clone for Counted {
    fn clone(&self) -> Self {
        TALLY.with(|tally| {
            match tally.fuse.get() {
                Some(0) => resume_unwind(Box::new(Burnt)),
                fuse => tally.fuse.set(fuse.map(|left| left - 1)),
            }
            tally.clones.set(tally.clones.get() + 1);
            Self::born(tally, self.number)
        })
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        TALLY.with(|tally| {
            if !tally.alive.borrow_mut().remove(&self.instance) {
                tally.dropped_twice.set(tally.dropped_twice.get() + 1);
            }
        });
    }
}

impl PartialEq for Counted {
    fn eq(&self, other: &Self) -> bool {
        self.number == other.number
    }
}

impl Element for Counted {
    type Mover = ByClone;
}

impl Marked for Counted {
    fn mark(number: usize) -> Self {
        TALLY.with(|tally| Self::born(tally, number))
    }
}

/// How many instances are alive, none of which was dropped twice.
pub fn alive() -> usize {
    TALLY.with(|tally| {
        assert_eq!(tally.dropped_twice.get(), 0, "dropped twice");
        tally.alive.borrow().len()
    })
}

/// What `run` returns, and how many clones it made.
pub fn clones_during<R>(run: impl FnOnce() -> R) -> (R, usize) {
    let clones = || TALLY.with(|tally| tally.clones.get());
    let before = clones();
    let result = run();
    (result, clones() - before)
}

/// Runs with a clone that panics after `clones` have succeeded; `None` if it did.
pub fn panicking_after<R>(clones: usize, run: impl FnOnce() -> R) -> Option<R> {
    let burn = |fuse| TALLY.with(|tally| tally.fuse.set(fuse));
    burn(Some(clones));
    let result = catch_unwind(AssertUnwindSafe(run));
    burn(None);
    match result {
        Ok(result) => Some(result),
        Err(thrown) if thrown.is::<Burnt>() => None,
        Err(other) => resume_unwind(other),
    }
}
