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
    // As four bytes, of which the next word is written over the last. The last word of a group has no next one.
    (3 15 $from:expr) => {
        concat!(
            "mov {word:e}, [",
            $from,
            "]\nmov word ptr [{to} + 3*15], {word:x}\nshr {word:e}, 16\nmov byte ptr [{to} + 3*15 + 2], {word:l}\n"
        )
    };
    (3 $n:tt $from:expr) => {
        concat!(
            "mov {word:e}, [",
            $from,
            "]\nmov [{to} + 3*",
            $n,
            "], {word:e}\n"
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

/// A word, or if there is none the fill word.
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
            $compare,
            "cmovae {index}, {fill}\n",
            word!($bytes $n concat!("{words} + ", $bytes, "*{index}"))
        )
    };
}

macro_rules! row_or_fill_after_steps {
    (wide $bytes:tt $n:tt) => {
        row_or_fill_after_steps!(@ wide $bytes $n "cmp {index}, {size}\n")
    };
    (narrow $bytes:tt $n:tt) => {
        row_or_fill_after_steps!(@ narrow $bytes $n "cmp {index:e}, {size:e}\n")
    };
    (@ $width:tt $bytes:tt $n:tt $compare:literal) => {
        concat!(
            index!($width $n),
            "lea {word}, [{words} + ", $bytes, "*{index}]\n",
            $compare,
            "cmovae {word}, {fill}\n",
            word!($bytes $n "{word}"),
            "add {words}, {step}\n"
        )
    };
}

/// A word of three bytes, or another.
macro_rules! triple_or_fill {
    (wide $bytes:tt $n:tt) => {
        triple_or_fill!(@ wide $n "cmp {index}, {last}\n")
    };
    (narrow $bytes:tt $n:tt) => {
        triple_or_fill!(@ narrow $n "cmp {index:e}, {last:e}\n")
    };
    (@ $width:tt $n:tt $compare:literal) => {
        concat!(
            index!($width $n),
            "lea {word}, [{index} + 2*{index}]\n",
            $compare,
            "cmovae {word}, {at_last}\n",
            "cmova {word}, {beyond}\n",
            word!(3 $n "{words} + {word}")
        )
    };
}

macro_rules! triple_or_nearest {
    (wide $bytes:tt $n:tt) => {
        triple_or_nearest!(@ wide $n "cmp {index}, {last}\n" "test {index}, {index}\n")
    };
    (narrow $bytes:tt $n:tt) => {
        triple_or_nearest!(@ narrow $n "cmp {index:e}, {last:e}\n" "test {index:e}, {index:e}\n")
    };
    (@ $width:tt $n:tt $compare:literal $test:literal) => {
        concat!(
            index!($width $n),
            "lea {word}, [{index} + 2*{index}]\n",
            $compare,
            "cmovae {word}, {at_last}\n",
            $test,
            "cmovs {word}, {beyond}\n",
            word!(3 $n "{words} + {word}")
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
    /// Where the fill word is if words are counted: see [`Beside`].
    pub(super) place: usize,
}

/// A copy of a fill word that lies a whole number of words from others, so that it has a place like theirs.
#[derive(Debug)]
pub(super) struct Beside<const N: usize>([[Byte; N]; 2]);

impl<const N: usize> Default for Beside<N> {
    fn default() -> Self {
        Self([[Byte::uninit(); N]; 2])
    }
}

impl<const N: usize> Beside<N> {
    /// Puts a fill word there, and tells its place, modulo 2^64. Words have 1, 2, 4 or 8 bytes, or the place means nothing.
    pub(super) fn put(&mut self, fill: &[Byte; N], words: *const [Byte; N]) -> usize {
        let room = self.0.as_flattened_mut();
        let distance = room.as_ptr().addr().wrapping_sub(words.addr());
        let before = distance.wrapping_neg() % const { if N == 0 { 1 } else { N } };
        if let Some(room) = room.get_mut(before..before + N) {
            room.copy_from_slice(fill);
        }
        // Exposed once it is written, because instructions that are written down are led here by a number.
        let distance = room.as_ptr().expose_provenance().wrapping_sub(words.addr());
        distance.wrapping_add(before) >> const { if N == 0 { 0 } else { N.trailing_zeros() } }
    }
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
        /// There must be such words, counted from the pointer, and where a place of a fill word is told, it must be there, and
        /// its provenance exposed.
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
        words = in(reg) words, size = in(reg) or.size, fill = in(reg) or.place
    };

    /// The same, each row so many bytes further on than the one before.
    move_in_steps_or_fill(words, how: (usize, OrFill<'_, N>)): 1, row_or_fill_after_steps, {
        words = inout(reg) words => _, step = in(reg) how.0, size = in(reg) how.1.size, fill = in(reg) how.1.fill
    };
}

/// Where words of three bytes are read that indices do not simply lead to, in bytes from the first word on, modulo 2^64.
/// Four bytes are read there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Others {
    /// The index of the last place, and its word, which may have no fourth byte in data.
    pub(super) last: u64,
    pub(super) at_last: usize,
    pub(super) beyond: Beyond,
}

/// What indices lead to that are out of range.
#[derive(Clone, Copy, Debug)]
pub(super) enum Beyond {
    /// This word.
    Fill(usize),
    /// Above the last place to its word, and if they are negative, to this.
    Nearest(usize),
}

/// Moves words of three bytes that indices name, or others. False, with nothing done, if these are not the indices of a group,
/// or words have not three bytes.
///
/// # Safety
///
/// There must be a word and one byte more at each place before the last, counted from the pointer, and four bytes at each
/// of the others, whose provenance must be exposed.
#[inline(always)]
pub(super) unsafe fn move_triples_or_others<const N: usize, const WIDE: bool>(
    words: *const [Byte; N],
    indices: &[[u8; VECTOR]],
    or: &Others,
    to: &mut [[Byte; N]; GROUP],
) -> bool {
    if N != 3 || indices.len() != const { 2 * vectors(1, WIDE) } {
        return false;
    }
    macro_rules! run_triples {
        ($rows:expr, $beyond:expr) => {
            run!(@ $rows,
                indices = in(reg) indices.as_ptr(), to = in(reg) to, words = in(reg) words, last = in(reg) or.last,
                at_last = in(reg) or.at_last, beyond = in(reg) $beyond
            )
        };
    }
    match (or.beyond, WIDE) {
        (Beyond::Fill(fill), true) => run_triples!(group!(triple_or_fill wide 3), fill),
        (Beyond::Fill(fill), false) => run_triples!(group!(triple_or_fill narrow 3), fill),
        (Beyond::Nearest(first), true) => run_triples!(group!(triple_or_nearest wide 3), first),
        (Beyond::Nearest(first), false) => run_triples!(group!(triple_or_nearest narrow 3), first),
    }
    true
}
