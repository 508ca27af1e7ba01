//! The classes of row lengths: how one row is copied, by how many bytes it has.
//!
//! A row of a machine word is one load and one store; a short row of any length is two copies of a constant
//! length that overlap; up to 256 bytes it is a fixed number of vectors of which the last overlaps; longer
//! rows are copied as slices are.

use core::marker::PhantomData;

use super::cpu::stream;
use crate::kernel::bytes::Byte;

/// Copies one row to another of the same length.
pub(crate) type CopyRow = fn(&[Byte], &mut [Byte]);

/// A class of rows.
pub(crate) trait Rows {
    const NAME: &'static str;

    /// Whether rows have more bytes than a word, so that nothing is gained by writing several out.
    const LONG: bool = true;

    /// Bytes in a row, which lie one after another, if the class says how many.
    const BYTES: Option<usize> = None;

    /// Bytes that a row has at least; loops make sure of that once, and not for every row.
    const LEAST: usize = 1;

    /// How a row is copied beside others that are filled, if rows may be too long for a whole row of fill values to be kept.
    const BESIDE_FILLED: Option<CopyRow> = None;

    /// Copies one row to another of the same length.
    fn copy(from: &[Byte], to: &mut [Byte]);
}

/// Rows of `N` bytes that lie one after another.
#[derive(Debug)]
pub(crate) struct Word<const N: usize>;

impl<const N: usize> Rows for Word<N> {
    const NAME: &'static str = "word";
    const LONG: bool = false;
    const BYTES: Option<usize> = Some(N);

    #[inline(always)]
    fn copy(from: &[Byte], to: &mut [Byte]) {
        if let (Some(from), Some(to)) = (from.first_chunk::<N>(), to.first_chunk_mut::<N>()) {
            *to = *from;
        }
    }
}

/// Rows of `N` to `2 * N` bytes: a head and a tail of `N`, which may overlap.
#[derive(Debug)]
pub(crate) struct HeadAndTail<const N: usize>;

impl<const N: usize> Rows for HeadAndTail<N> {
    const NAME: &'static str = "short";
    const LEAST: usize = N;

    #[inline(always)]
    fn copy(from: &[Byte], to: &mut [Byte]) {
        let head = from.first_chunk::<N>().copied();
        let tail = from.last_chunk::<N>().copied();
        if let (Some(head), Some(to)) = (head, to.first_chunk_mut()) {
            *to = head;
        }
        if let (Some(tail), Some(to)) = (tail, to.last_chunk_mut()) {
            *to = tail;
        }
    }
}

/// Bytes that the classes of longer rows move at a time.
pub(crate) const VECTOR: usize = 32;

/// Rows of one vector and more, of which the last overlaps.
#[cfg(target_arch = "x86_64")]
#[derive(Debug)]
pub(crate) struct VectorByVector;

#[cfg(target_arch = "x86_64")]
impl Rows for VectorByVector {
    const NAME: &'static str = "vectors";
    const LEAST: usize = VECTOR;

    #[inline(always)]
    fn copy(from: &[Byte], to: &mut [Byte]) {
        let tail = from.last_chunk::<VECTOR>().copied();
        // What the tail copies is not copied before, if rows are whole vectors.
        let (chunks, _) = from
            .split_last()
            .map_or(from, |(_, but_last)| but_last)
            .as_chunks::<VECTOR>();
        let (room, _) = to.as_chunks_mut::<VECTOR>();
        for (chunk, room) in chunks.iter().zip(room) {
            *room = *chunk;
        }
        if let (Some(tail), Some(to)) = (tail, to.last_chunk_mut()) {
            *to = tail;
        }
    }
}

/// Rows of any length.
#[derive(Debug)]
pub(crate) struct Slices;

impl Rows for Slices {
    const NAME: &'static str = "slices";
    const BESIDE_FILLED: Option<CopyRow> = Some(Self::copy);

    #[inline(always)]
    fn copy(from: &[Byte], to: &mut [Byte]) {
        // They are of one length, as the compiler does not see; it would keep a panic.
        if from.len() == to.len() {
            to.copy_from_slice(from);
        }
    }
}

/// Long rows that are written around the cache, where an output is larger than the cache anyway.
#[derive(Debug)]
pub(crate) struct Streamed;

impl Rows for Streamed {
    const NAME: &'static str = "streamed";
    const BESIDE_FILLED: Option<CopyRow> = Some(Self::copy);

    #[inline(always)]
    fn copy(from: &[Byte], to: &mut [Byte]) {
        stream(from, to);
    }
}

/// Rows whose length is a constant of the kernel, known to the compiler.
#[derive(Debug)]
pub(crate) struct Constant<L>(PhantomData<L>);

/// A number of bytes that the compiler knows.
pub(crate) trait Length {
    const BYTES: usize;
}

impl<L: Length> Rows for Constant<L> {
    const NAME: &'static str = "constant";
    const BYTES: Option<usize> = Some(L::BYTES);

    #[inline(always)]
    fn copy(from: &[Byte], to: &mut [Byte]) {
        if let (Some(from), Some(to)) = (from.get(..L::BYTES), to.get_mut(..L::BYTES)) {
            to.copy_from_slice(from);
        }
    }
}
