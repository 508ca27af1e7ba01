//! One page policy for everybody: every large allocation of the process, ours and the peers', inputs and
//! outputs, asks for huge pages.
//!
//! Random access to a large table costs up to twice as much on small pages. NumPy asks for huge pages by
//! itself, in the same way and from the same size on; most others do not. So nobody wins by his allocator
//! here.

use core::alloc::{GlobalAlloc, Layout};
use std::alloc::System;

const PAGE: usize = 4096;
/// NumPy's threshold.
const LARGE: usize = 4 << 20;

/// The system's allocator with huge pages for large blocks.
struct HugePages;

#[global_allocator]
static ALLOCATOR: HugePages = HugePages;

/// Where blocks of a page and more begin: at a cache line, as the allocators of engines have it. The system's begin 16
/// bytes behind one, so that a row of 64 bytes would lie in two lines.
const LINE: usize = 64;

/// Where a block is allocated.
fn place(layout: Layout) -> Layout {
    if layout.size() < PAGE {
        return layout;
    }
    layout.align_to(LINE).unwrap_or(layout)
}

/// Asks for huge pages under the whole pages of a block.
fn advise(block: *mut u8, size: usize) -> *mut u8 {
    let skipped = block.align_offset(PAGE);
    if size >= LARGE && !block.is_null() {
        let whole = (size - skipped) & !(PAGE - 1);
        // SAFETY: the range lies within the block, and the advice changes no contents.
        let _refused = unsafe {
            libc::madvise(
                block.wrapping_add(skipped).cast(),
                whole,
                libc::MADV_HUGEPAGE,
            )
        };
    }
    block
}

// SAFETY: every call goes to `System` with the caller's size and at least the caller's alignment, the same
// for a block as long as it lives; `advise` gives its block back and neither changes it nor panics. Blocks
// that grow are moved by the default method, which calls the others.
unsafe impl GlobalAlloc for HugePages {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller keeps the contract of `alloc`, which is that of `System.alloc`.
        advise(unsafe { System.alloc(place(layout)) }, layout.size())
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller keeps the contract of `alloc_zeroed`, which is that of `System.alloc_zeroed`.
        advise(unsafe { System.alloc_zeroed(place(layout)) }, layout.size())
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: the caller keeps the contract of `dealloc`, and the block came from `System` by the same
        // size and alignment.
        unsafe { System.dealloc(block, place(layout)) }
    }
}

/// What the machine says about huge pages, for the record.
pub(crate) fn policy() -> String {
    let setting = std::fs::read_to_string("/sys/kernel/mm/transparent_hugepage/enabled");
    let chosen = setting.ok().and_then(|text| {
        let (_, rest) = text.split_once('[')?;
        Some(rest.split_once(']')?.0.to_owned())
    });
    format!(
        "blocks of 4 KB and more begin at a cache line, those of 4 MB and more ask for huge pages; the system's setting is {}",
        chosen.as_deref().unwrap_or("unknown")
    )
}
