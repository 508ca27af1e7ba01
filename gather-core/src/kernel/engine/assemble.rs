//! Words from eight places, put together in a vector and stored at once.
//!
//! A processor stores one or two words in a cycle, however short they are, and loads two or three. So eight
//! loads into the parts of one vector and one store of the whole are quicker than eight loads and eight
//! stores; and which words are to be filled is one more instruction for all of them.
//!
//! Words are bytes that nobody has looked at, and some may be uninitialised, as padding is. Rust has no vectors
//! of such bytes, so the instructions are written down.

use core::arch::{asm, x86_64::__m256i};

use super::avx2::LANES;
use crate::kernel::bytes::Byte;

/// Words that are put together.
pub(crate) const EIGHT: usize = LANES;

/// Place number `n`, from memory into a register.
macro_rules! place {
    (wide $n:literal) => {
        concat!("mov {place}, [{places} + 8*", $n, "]\n")
    };
    (narrow $n:literal) => {
        concat!("mov {place:e}, [{places} + 4*", $n, "]\n")
    };
}

/// The word at place number `n`, alone into a vector.
macro_rules! first {
    ($width:ident $n:literal, $load:literal, $bytes:literal => $to:literal) => {
        concat!(
            place!($width $n),
            $load, " {", $to, ":x}, [{words} + ", $bytes, "*{place}]\n"
        )
    };
}

/// The word at place number `n`, into a part of a vector.
macro_rules! part {
    ($width:ident $n:literal, $load:literal, $bytes:literal => $to:literal $($part:literal)?) => {
        concat!(
            place!($width $n),
            $load, " {", $to, ":x}, {", $to, ":x}, [{words} + ", $bytes, "*{place}]" $(, ", ", $part)?, "\n"
        )
    };
}

/// Eight words of one byte or of two, into the lower half of `a`.
macro_rules! eight_short {
    ($width:ident, $load:literal, $bytes:literal) => {
        concat!(
            "vpxor {a:x}, {a:x}, {a:x}\n",
            part!($width 0, $load, $bytes => "a" 0),
            part!($width 1, $load, $bytes => "a" 1),
            part!($width 2, $load, $bytes => "a" 2),
            part!($width 3, $load, $bytes => "a" 3),
            part!($width 4, $load, $bytes => "a" 4),
            part!($width 5, $load, $bytes => "a" 5),
            part!($width 6, $load, $bytes => "a" 6),
            part!($width 7, $load, $bytes => "a" 7)
        )
    };
}

/// Eight words of four bytes, into `a`.
macro_rules! eight_of_4 {
    ($width:ident) => {
        concat!(
            first!($width 0, "vmovd", 4 => "a"),
            part!($width 1, "vpinsrd", 4 => "a" 1),
            part!($width 2, "vpinsrd", 4 => "a" 2),
            part!($width 3, "vpinsrd", 4 => "a" 3),
            first!($width 4, "vmovd", 4 => "b"),
            part!($width 5, "vpinsrd", 4 => "b" 1),
            part!($width 6, "vpinsrd", 4 => "b" 2),
            part!($width 7, "vpinsrd", 4 => "b" 3),
            "vinserti128 {a}, {a}, {b:x}, 1\n"
        )
    };
}

/// Four words of eight bytes, into `a`.
macro_rules! four_of_8 {
    ($width:ident $n0:literal $n1:literal $n2:literal $n3:literal) => {
        concat!(
            first!($width $n0, "vmovq", 8 => "a"),
            part!($width $n1, "vmovhps", 8 => "a"),
            first!($width $n2, "vmovq", 8 => "b"),
            part!($width $n3, "vmovhps", 8 => "b"),
            "vinserti128 {a}, {a}, {b:x}, 1\n"
        )
    };
}

/// Number `n` of these, which are unsigned.
#[inline(always)]
pub(crate) fn number<const WIDE: bool>(places: &[u8], n: usize) -> u64 {
    let number = if WIDE {
        let (numbers, _) = places.as_chunks::<8>();
        numbers.get(n).map(|bytes| u64::from_ne_bytes(*bytes))
    } else {
        let (numbers, _) = places.as_chunks::<4>();
        numbers
            .get(n)
            .map(|bytes| u32::from_ne_bytes(*bytes).into())
    };
    number.unwrap_or(u64::MAX)
}

/// Moves the words at eight places, which are numbers of 64 bits if `WIDE` and of 32 otherwise. False, with
/// nothing done, if `places` are not eight, or words have not 1, 2, 4 or 8 bytes.
///
/// # Safety
///
/// There must be a word at each of the places.
#[target_feature(enable = "avx2")]
#[inline]
pub(crate) unsafe fn move_eight<const N: usize, const WIDE: bool>(
    words: *const [Byte; N],
    places: &[u8],
    to: &mut [[Byte; N]; EIGHT],
) -> bool {
    if places.len() != const { EIGHT * if WIDE { 8 } else { 4 } } {
        return false;
    }
    macro_rules! run {
        ($($line:expr),*; $($vector:ident)*) => {
            // SAFETY: reads the numbers of `places`, which are eight as compared above, and by the caller's
            // promise words from `words` on, and writes the eight words of `to`. Bytes are moved and not looked at.
            // AVX2 is there, because this function is compiled for it.
            unsafe {
                asm!(
                    $($line,)*
                    places = in(reg) places.as_ptr(),
                    words = in(reg) words,
                    to = in(reg) to,
                    place = out(reg) _,
                    $($vector = out(ymm_reg) _,)*
                    options(nostack, preserves_flags),
                );
            }
        };
    }
    match (N, WIDE) {
        (1, true) => run!(eight_short!(wide, "vpinsrb", 1), "vmovq [{to}], {a:x}"; a),
        (1, false) => run!(eight_short!(narrow, "vpinsrb", 1), "vmovq [{to}], {a:x}"; a),
        (2, true) => run!(eight_short!(wide, "vpinsrw", 2), "vmovups [{to}], {a:x}"; a),
        (2, false) => run!(eight_short!(narrow, "vpinsrw", 2), "vmovups [{to}], {a:x}"; a),
        (4, true) => run!(eight_of_4!(wide), "vmovups [{to}], {a}"; a b),
        (4, false) => run!(eight_of_4!(narrow), "vmovups [{to}], {a}"; a b),
        (8, true) => run!(
            four_of_8!(wide 0 1 2 3), "vmovups [{to}], {a}",
            four_of_8!(wide 4 5 6 7), "vmovups [{to} + 32], {a}"; a b
        ),
        (8, false) => run!(
            four_of_8!(narrow 0 1 2 3), "vmovups [{to}], {a}",
            four_of_8!(narrow 4 5 6 7), "vmovups [{to} + 32], {a}"; a b
        ),
        _ => return false,
    }
    true
}

/// Moves the words at eight places, or `fill` where the lane of `good` is 0 and not all ones. False, with
/// nothing done, if words have not 4 or 8 bytes.
///
/// # Safety
///
/// There must be a word at each of the places, those that are filled too.
#[target_feature(enable = "avx2")]
#[inline]
pub(crate) unsafe fn move_or_fill<const N: usize>(
    words: &[[Byte; N]],
    places: &[u32; EIGHT],
    good: __m256i,
    fill: &[Byte; N],
    to: &mut [[Byte; N]; EIGHT],
) -> bool {
    // Sanitizers do not see what the instructions below read.
    debug_assert!(
        places.iter().all(|place| (*place as usize) < words.len()),
        "a word at each place"
    );
    macro_rules! run {
        ($($line:expr),*; $($vector:ident)*) => {
            // SAFETY: reads the eight numbers of `places`, by the caller's promise words of `words`, and `fill`,
            // and writes the eight words of `to`. Bytes are moved and not looked at. AVX2 is there, because this
            // function is compiled for it.
            unsafe {
                asm!(
                    $($line,)*
                    places = in(reg) places,
                    words = in(reg) words.as_ptr(),
                    fill = in(reg) fill,
                    to = in(reg) to,
                    good = in(ymm_reg) good,
                    place = out(reg) _,
                    $($vector = out(ymm_reg) _,)*
                    options(nostack, preserves_flags),
                );
            }
        };
    }
    match N {
        4 => run!(
            eight_of_4!(narrow),
            "vbroadcastss {b}, [{fill}]",
            "vblendvps {a}, {b}, {a}, {good}",
            "vmovups [{to}], {a}"; a b
        ),
        8 => run!(
            four_of_8!(narrow 0 1 2 3),
            "vbroadcastsd {b}, [{fill}]",
            "vpmovsxdq {c}, {good:x}",
            "vblendvpd {a}, {b}, {a}, {c}",
            "vmovups [{to}], {a}",
            four_of_8!(narrow 4 5 6 7),
            "vbroadcastsd {b}, [{fill}]",
            "vextracti128 {c:x}, {good}, 1",
            "vpmovsxdq {c}, {c:x}",
            "vblendvpd {a}, {b}, {a}, {c}",
            "vmovups [{to} + 32], {a}"; a b c
        ),
        _ => return false,
    }
    true
}
