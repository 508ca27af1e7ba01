//! Words moved one by one, by indices as they lie in memory.
//!
//! An index that is known to be in range needs no lanes to become an address: a processor loads it, multiplies,
//! loads the word and stores it, and does so for several words at once. What is left of lanes is the check before
//! ([`plain`](super::plain)).
//!
//! Written down as instructions for two reasons. Words are bytes that nobody has looked at, and some may be
//! uninitialised, as padding is. And a compiler that sees the check load the indices into vectors takes them out of
//! there again one by one, which costs more than to load them once more.

use core::arch::asm;

use super::{
    avx2::{VECTOR, vectors},
    fused::GROUP,
};
use crate::kernel::bytes::Byte;

/// Index number `n`, into a register.
macro_rules! index {
    (wide $n:tt) => {
        concat!("mov {index}, [{indices} + 8*", $n, "]\n")
    };
    (narrow $n:tt) => {
        concat!("mov {index:e}, [{indices} + 4*", $n, "]\n")
    };
}

/// The position of pair number `n`: the first index times the stride, and the second.
macro_rules! pair {
    (wide $n:tt) => {
        concat!(
            "mov {index}, [{indices} + 16*",
            $n,
            "]\n",
            "imul {index}, {stride}\n",
            "add {index}, [{indices} + 16*",
            $n,
            " + 8]\n"
        )
    };
    (narrow $n:tt) => {
        concat!(
            "mov {index:e}, [{indices} + 8*",
            $n,
            "]\n",
            "imul {index}, {stride}\n",
            "mov {word:e}, [{indices} + 8*",
            $n,
            " + 4]\n",
            "add {index}, {word}\n"
        )
    };
}

/// The word at an address, to number `n` of the output.
macro_rules! word {
    (1 $n:tt $from:expr) => {
        concat!(
            "movzx {word:e}, byte ptr [",
            $from,
            "]\nmov byte ptr [{to} + ",
            $n,
            "], {word:l}\n"
        )
    };
    (2 $n:tt $from:expr) => {
        concat!(
            "movzx {word:e}, word ptr [",
            $from,
            "]\nmov word ptr [{to} + 2*",
            $n,
            "], {word:x}\n"
        )
    };
    (4 $n:tt $from:expr) => {
        concat!(
            "mov {word:e}, [",
            $from,
            "]\nmov [{to} + 4*",
            $n,
            "], {word:e}\n"
        )
    };
    (8 $n:tt $from:expr) => {
        concat!(
            "mov {word}, [",
            $from,
            "]\nmov [{to} + 8*",
            $n,
            "], {word}\n"
        )
    };
}

/// One row of each kind: words of so many bytes, by indices of a width.
macro_rules! row_by_pair {
    ($width:tt $bytes:tt $n:tt) => {
        concat!(pair!($width $n), word!($bytes $n concat!("{words} + ", $bytes, "*{index}")))
    };
}
macro_rules! row_in_column {
    ($width:tt $bytes:tt $n:tt) => {
        concat!(
            index!($width $n),
            "imul {index}, {stride}\n",
            word!($bytes $n concat!("{words} + {index} + ", $bytes, "*", $n))
        )
    };
}
macro_rules! row_after_steps {
    ($width:tt $bytes:tt $n:tt) => {
        concat!(
            index!($width $n),
            "imul {index}, {stride}\n",
            word!($bytes $n "{words} + {index}"),
            "add {words}, {step}\n"
        )
    };
}

macro_rules! row_of_neighbours_after_steps {
    ($width:tt $bytes:tt $n:tt) => {
        concat!(
            index!($width $n),
            word!($bytes $n concat!("{words} + ", $bytes, "*{index}")),
            "add {words}, {step}\n"
        )
    };
}

macro_rules! row_or_fill {
    (wide $bytes:tt $n:tt) => {
        row_or_fill!(@ wide $bytes $n "cmp {index}, {size}\n")
    };
    (narrow $bytes:tt $n:tt) => {
        row_or_fill!(@ narrow $bytes $n "cmp {index:e}, {size:e}\n")
    };
    (@ $width:tt $bytes:tt $n:tt $compare:literal) => {
        concat!(
            index!($width $n),
            "lea {word}, [{words} + ", $bytes, "*{index}]\n",
            $compare,
            "cmovae {word}, {fill}\n",
            word!($bytes $n "{word}")
        )
    };
}

/// A group of rows of a kind.
macro_rules! group {
    ($row:ident $width:tt $bytes:tt) => {
        group!($row $width $bytes: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15)
    };
    ($row:ident $width:tt $bytes:tt: $($n:tt)*) => {
        concat!($($row!($width $bytes $n)),*)
    };
}

/// A group of rows of a kind, in the form for these words and indices.
macro_rules! run {
    ($row:ident, $form:expr, $($operands:tt)*) => {
        match $form {
            (1, true) => run!(@ group!($row wide 1), $($operands)*),
            (1, false) => run!(@ group!($row narrow 1), $($operands)*),
            (2, true) => run!(@ group!($row wide 2), $($operands)*),
            (2, false) => run!(@ group!($row narrow 2), $($operands)*),
            (4, true) => run!(@ group!($row wide 4), $($operands)*),
            (4, false) => run!(@ group!($row narrow 4), $($operands)*),
            (8, true) => run!(@ group!($row wide 8), $($operands)*),
            (8, false) => run!(@ group!($row narrow 8), $($operands)*),
            _ => return false,
        }
    };
    (@ $rows:expr, $($operands:tt)*) => {
        // SAFETY: reads the indices of a group, whose number of vectors was compared above, and by the caller's promise
        // words, and writes the words of `to`. Bytes are moved and not looked at. Every x86-64 has the
        // instructions.
        unsafe {
            asm!($rows, index = out(reg) _, word = out(reg) _, $($operands)*, options(nostack))
        }
    };
}

/// How far apart things are, in bytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pitch {
    /// From one place on the axis to the next; of a pair's first axis in words instead.
    pub(super) stride: usize,
    /// From where one row's part of data begins to where the next one's does.
    pub(super) step: usize,
}

/// What is moved in place of a word that is not there.
#[derive(Clone, Copy, Debug)]
pub(super) struct OrFill<'a, const N: usize> {
    /// Indices from this on lead to no word; below 2^32.
    pub(super) size: u64,
    pub(super) fill: &'a [Byte; N],
}

/// Functions that move a group of words. False, with nothing done, if these are not the indices of a group of tuples of
/// such a depth, or words have not 1, 2, 4 or 8 bytes.
macro_rules! moves {
    ($(
        $(#[$doc:meta])*
        $name:ident($words:ident, $how:ident: $type:ty): $depth:literal, $row:ident, { $($operands:tt)* };
    )*) => { $(
        $(#[$doc])*
        ///
        /// # Safety
        ///
        /// There must be such words, counted from the pointer.
        #[inline(always)]
        pub(super) unsafe fn $name<const N: usize, const WIDE: bool>(
            $words: *const [Byte; N],
            indices: &[[u8; VECTOR]],
            $how: $type,
            to: &mut [[Byte; N]; GROUP],
        ) -> bool {
            if indices.len() != const { 2 * vectors($depth, WIDE) } {
                return false;
            }
            run!($row, (N, WIDE), indices = in(reg) indices.as_ptr(), to = in(reg) to, $($operands)*);
            true
        }
    )* };
}
moves! {
    /// Moves the words that pairs of indices name: the first times the stride, and the second.
    move_by_pairs(words, pitch: Pitch): 2, row_by_pair, {
        words = in(reg) words, stride = in(reg) pitch.stride
    };

    /// Moves the words that indices name, each times the stride and one word further on than the one before.
    move_in_columns(words, pitch: Pitch): 1, row_in_column, {
        words = in(reg) words, stride = in(reg) pitch.stride
    };

    /// Moves the words that indices name, each times the stride and one step further on than the one before.
    move_in_steps(words, pitch: Pitch): 1, row_after_steps, {
        words = inout(reg) words => _, stride = in(reg) pitch.stride, step = in(reg) pitch.step
    };

    /// The same, where places on the axis are neighbours: an index is multiplied by nothing.
    move_neighbours_in_steps(words, pitch: Pitch): 1, row_of_neighbours_after_steps, {
        words = inout(reg) words => _, step = in(reg) pitch.step
    };

    /// Moves the words that indices name, or the fill word for those that are beyond the last or, taken for unsigned, are
    /// negative. The choice is one of addresses, without a branch.
    move_words_or_fill(words, or: OrFill<'_, N>): 1, row_or_fill, {
        words = in(reg) words, size = in(reg) or.size, fill = in(reg) or.fill
    };
}
