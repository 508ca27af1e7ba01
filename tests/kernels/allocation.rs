//! Counts allocations, each thread its own.

use core::cell::Cell;
use std::alloc::{GlobalAlloc, Layout, System};

struct Counting;

thread_local! {
    static ALLOCATIONS: Cell<usize> = const { Cell::new(0) };
}

// SAFETY: every call is handed to the system's allocator unchanged; the counter is a `Cell` without a
// destructor, initialised by a constant, so that counting neither allocates nor fails.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.set(ALLOCATIONS.get() + 1);
        // SAFETY: the caller keeps the promises of `alloc`, which are those of the system's.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the pointer came from `alloc`, so from the system, with this layout.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

/// The result of `call` and how often it allocated.
pub(crate) fn counted<R>(call: impl FnOnce() -> R) -> (R, usize) {
    let before = ALLOCATIONS.get();
    let result = call();
    (result, ALLOCATIONS.get() - before)
}

#[test]
fn an_allocation_is_counted() {
    let (text, allocations) = counted(|| String::from("on the heap"));
    assert_eq!((text.len(), allocations), (11, 1));
}
