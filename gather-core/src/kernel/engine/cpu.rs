//! What the machine can do, found out once.
//!
//! The loops of the engine are plain Rust, compiled twice: for the target as it is, and for AVX2. This
//! module says which of the two may run, and holds the few instructions that Rust has no words for:
//! prefetching and stores around the cache. They are hints; on other machines they do nothing or copy.

use core::sync::atomic::{AtomicU8, Ordering};

use crate::kernel::bytes::Byte;

/// Which code the engine runs.
///
/// ```
/// use gather_core::Path;
/// // `Vector` where the machine has AVX2 and there is a standard library to find that out.
/// assert!([Path::Portable, Path::Vector].contains(&Path::current()));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Path {
    /// What the target of the build guarantees.
    Portable,
    /// AVX2, found while running.
    Vector,
}

const UNKNOWN: u8 = 0;
const PORTABLE: u8 = 1;
const VECTOR: u8 = 2;

static CHOSEN: AtomicU8 = AtomicU8::new(UNKNOWN);

impl Path {
    /// The path that calls take from now on.
    #[inline]
    #[must_use]
    pub fn current() -> Self {
        match CHOSEN.load(Ordering::Relaxed) {
            VECTOR => Self::Vector,
            PORTABLE => Self::Portable,
            _ => Self::choose(),
        }
    }

    #[cold]
    fn choose() -> Self {
        let found = Self::best();
        found.set();
        found
    }

    /// The best path that this machine has.
    #[must_use]
    pub fn best() -> Self {
        if has_avx2() {
            Self::Vector
        } else {
            Self::Portable
        }
    }

    /// Makes every call of the process take this path, for tests and measurements; results are the same.
    /// Returns the path that was taken: [`Path::Vector`] is refused where the machine does not have it.
    ///
    /// ```
    /// use gather_core::Path;
    /// assert_eq!(Path::Portable.force(), Path::Portable);
    /// assert_eq!(Path::best().force(), Path::best());
    /// ```
    #[expect(clippy::must_use_candidate, reason = "called for what it does")]
    pub fn force(self) -> Self {
        let granted = match self {
            Self::Vector => Self::best(),
            Self::Portable => self,
        };
        granted.set();
        granted
    }

    fn set(self) {
        let number = match self {
            Self::Portable => PORTABLE,
            Self::Vector => VECTOR,
        };
        CHOSEN.store(number, Ordering::Relaxed);
    }
}

/// Whether AVX2 instructions may be run. Without a standard library only what the build promises counts.
fn has_avx2() -> bool {
    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    return std::arch::is_x86_feature_detected!("avx2");
    #[cfg(not(all(target_arch = "x86_64", feature = "std")))]
    return cfg!(target_feature = "avx2");
}

/// Bytes in a cache line.
pub(crate) const LINE: usize = 64;

/// Asks for the cache line of one byte.
#[inline(always)]
pub(crate) fn prefetch(byte: *const Byte) {
    #[cfg(target_arch = "x86_64")]
    {
        use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a prefetch is a hint: it reads nothing that a program could see, and an address that is
        // not mapped is ignored. Every x86-64 has the instruction.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(byte.cast()) }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = byte;
}

/// Asks for cache lines, one after another from here on, by an instruction.
// Written down, because a compiler would write it out eight times, or the loop around it twice, and give up registers that
// that one needs. Counted, because an address may be any: the end of a stretch may be passed by at the end of memory.
#[cfg(target_arch = "x86_64")]
macro_rules! prefetch_lines {
    ($instruction:literal, $from:expr, $lines:expr) => {
        // SAFETY: a prefetch is a hint: it reads nothing that a program could see, and an address that is not mapped
        // is ignored. Every x86-64 has the instructions.
        unsafe {
            core::arch::asm!(
                "test {lines}, {lines}",
                "jz 3f",
                "2:",
                concat!($instruction, " [{at}]"),
                "add {at}, {line}",
                "dec {lines}",
                "jnz 2b",
                "3:",
                at = inout(reg) $from => _,
                lines = inout(reg) $lines => _,
                line = const LINE,
                options(nostack, readonly),
            );
        }
    };
}

/// Asks for cache lines that are needed later, so that the nearest cache is left alone.
#[inline(always)]
pub(crate) fn prefetch_later(from: *const Byte, lines: usize) {
    #[cfg(target_arch = "x86_64")]
    prefetch_lines!("prefetcht1", from, lines);
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (from, lines);
}

/// Asks for the cache lines of a stretch of bytes, which may end outside what exists.
#[inline(always)]
pub(crate) fn prefetch_stretch(from: *const Byte, bytes: usize) {
    // The first byte need not begin a line, so that the last one may be in a line of its own.
    prefetch(from.wrapping_add(bytes.saturating_sub(1)));
    #[cfg(target_arch = "x86_64")]
    prefetch_lines!("prefetcht0", from, bytes.div_ceil(LINE));
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (from, bytes);
}

/// Bytes that [`stream`] takes at a time.
pub(crate) const STREAMED: usize = 32;

/// Where [`stream`] can write: at multiples of this.
#[cfg(target_arch = "x86_64")]
const STREAM_ALIGNMENT: usize = 16;

/// Copies one slice to another of the same length around the cache. If the lengths are no multiple of [`STREAMED`], if `to` is not aligned, and
/// where the machine has no such stores, it is an ordinary copy.
#[inline(always)]
pub(crate) fn stream(from: &[Byte], to: &mut [Byte]) {
    #[cfg(target_arch = "x86_64")]
    if from.len() == to.len()
        && to.len().is_multiple_of(STREAMED)
        && to.as_ptr().addr().is_multiple_of(STREAM_ALIGNMENT)
    {
        let (from, _) = from.as_chunks::<STREAMED>();
        let (to, _) = to.as_chunks_mut::<STREAMED>();
        for (from, to) in from.iter().zip(to) {
            stream_chunk(from, to);
        }
        return;
    }
    if from.len() == to.len() {
        to.copy_from_slice(from);
    }
}

#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn stream_chunk(from: &[Byte; STREAMED], to: &mut [Byte; STREAMED]) {
    // SAFETY: reads the 32 bytes of `from` and writes the 32 bytes of `to`, which are borrowed for that.
    // The instructions move bytes without looking at them, so that uninitialised ones are moved too; the
    // stores need `to` at a multiple of 16, which `stream` has checked. SSE2 is part of every x86-64.
    unsafe {
        core::arch::asm!(
            "movups {a}, [{from}]",
            "movups {b}, [{from} + 16]",
            "movntps [{to}], {a}",
            "movntps [{to} + 16], {b}",
            from = in(reg) from,
            to = in(reg) to,
            a = out(xmm_reg) _,
            b = out(xmm_reg) _,
            options(nostack, preserves_flags),
        );
    }
}

/// Copies one slice to another of the same length around the cache, by the vectors of AVX2. False, with nothing done, if the lengths
/// are no multiple of [`STREAMED`], or `to` is not aligned to it.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
#[inline]
pub(crate) fn stream_by_avx2(from: &[Byte], to: &mut [Byte]) -> bool {
    let (from, rest) = from.as_chunks::<STREAMED>();
    let aligned = to.as_ptr().addr().is_multiple_of(STREAMED);
    let (to, room) = to.as_chunks_mut::<STREAMED>();
    if !(aligned && from.len() == to.len() && rest.is_empty() && room.is_empty()) {
        return false;
    }
    for (from, to) in from.iter().zip(to) {
        // SAFETY: reads the 32 bytes of `from` and writes the 32 bytes of `to`, which are borrowed for that. The
        // instructions move bytes without looking at them, so that uninitialised ones are moved too; the store needs
        // `to` at a multiple of 32, which was compared above. AVX2 is there, because this function is compiled for
        // it.
        unsafe {
            core::arch::asm!(
                "vmovups {vector}, [{from}]",
                "vmovntps [{to}], {vector}",
                from = in(reg) from,
                to = in(reg) to,
                vector = out(ymm_reg) _,
                options(nostack, preserves_flags),
            );
        }
    }
    true
}

/// Makes stores around the cache visible before what follows.
#[inline]
pub(crate) fn streams_done() {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: a fence has no conditions but that the machine knows it, and every x86-64 does.
    unsafe {
        core::arch::x86_64::_mm_sfence();
    }
}
