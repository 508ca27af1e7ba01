//! What no gather can be faster than: moving the bytes in order, and touching the places out of order.
//!
//! *Streaming* reads the indices and as many data bytes as there are output bytes, in order, and writes the
//! output, by ordinary or by non-temporal stores, whichever is faster. *Random loads* reads every row once,
//! one load per cache line, from places known beforehand, with or without prefetching, whichever is
//! faster. **The floor is the slower of the two.** Copying the output alone (memcpy) stands beside it.

use core::hint::black_box;
use std::rc::Rc;

use crate::{
    Failure,
    contenders::{Contender, Kind, writing},
    workloads::{Case, Item},
};

pub(crate) const MEMCPY: &str = "memcpy of the output";
const STREAM: &str = "streaming";
const STREAM_PAST_CACHES: &str = "streaming past the caches";
const RANDOM: &str = "random loads";
const RANDOM_PREFETCHED: &str = "random loads, prefetched";

/// Bytes of a cache line.
const LINE: usize = 64;
/// Rows between a prefetch and its load.
const AHEAD: usize = 32;
/// Indices and output advance together in pieces of so many output bytes.
const PIECE: usize = 16 << 10;

/// The floor in terms of its parts, by name; `None` if a part is missing.
pub(crate) fn of(time: impl Fn(&str) -> Option<f64>) -> Option<f64> {
    let faster = |one, other| match (time(one), time(other)) {
        (Some(one), Some(other)) => Some(f64::min(one, other)),
        (one, other) => one.or(other),
    };
    let stream = faster(STREAM, STREAM_PAST_CACHES)?;
    let random = faster(RANDOM, RANDOM_PREFETCHED)?;
    Some(stream.max(random))
}

/// The parts of the floor, and memcpy.
pub(crate) fn all<T: Item>(case: &Case<T>) -> Result<Vec<Contender<'_, T>>, Failure> {
    let rows = Rc::new(Rows::new(case)?);
    let again = Rc::clone(&rows);
    Ok(vec![
        floor(MEMCPY, |out: &mut [T]| {
            out.copy_from_slice(black_box(&case.expected));
        }),
        floor(STREAM, |out: &mut [T]| {
            stream(case, out, |from, to| to.copy_from_slice(from));
        }),
        floor(STREAM_PAST_CACHES, |out: &mut [T]| {
            stream(case, out, past_caches);
        }),
        floor(RANDOM, move |_: &mut [T]| rows.load(|_, _| ())),
        floor(RANDOM_PREFETCHED, move |_: &mut [T]| again.load(prefetch)),
    ])
}

/// A part of the floor.
fn floor<'a, T: 'a>(name: &'static str, mut work: impl FnMut(&mut [T]) + 'a) -> Contender<'a, T> {
    writing(name, Kind::Floor, false, move |out: &mut [T]| {
        work(out);
        Ok::<_, Failure>(())
    })
}

/// Reads the indices and writes the output from the beginning of data, or from the expected output where
/// data is smaller.
fn stream<T: Item>(case: &Case<T>, out: &mut [T], copy: impl Fn(&[u8], &mut [u8])) {
    let source = if case.data.len() < case.expected.len() {
        &case.expected
    } else {
        &case.data
    };
    let out: &mut [u8] = bytemuck::cast_slice_mut(out);
    let source: &[u8] = &bytemuck::cast_slice(black_box(&**source))[..out.len()];
    let pieces = out.len().div_ceil(PIECE).max(1);
    let indices_per_piece = case.indices.len().div_ceil(pieces).max(1);
    let mut indices = case.indices.chunks(indices_per_piece);
    for (out, source) in out.chunks_mut(PIECE).zip(source.chunks(PIECE)) {
        if let Some(indices) = indices.next() {
            black_box(read(black_box(indices)));
        }
        copy(source, out);
    }
}

fn read(indices: &[i64]) -> i64 {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") {
        // SAFETY: the machine has the feature, just asked.
        return unsafe { read_avx2(indices) };
    }
    fold(indices)
}

/// As wide as the machine can.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn read_avx2(indices: &[i64]) -> i64 {
    fold(indices)
}

#[inline(always)]
fn fold(indices: &[i64]) -> i64 {
    indices.iter().fold(0, |all, index| all | index)
}

/// A copy whose stores bypass the caches.
#[cfg(target_arch = "x86_64")]
fn past_caches(from: &[u8], to: &mut [u8]) {
    use core::arch::x86_64::{__m128i, _mm_loadu_si128, _mm_sfence, _mm_stream_si128};
    const WIDTH: usize = size_of::<__m128i>();
    let head = to.as_ptr().align_offset(WIDTH).min(to.len());
    let (to_head, to_body) = to.split_at_mut(head);
    let (from_head, from_body) = from.split_at(head);
    to_head.copy_from_slice(from_head);
    let (to_body, to_tail) = to_body.as_chunks_mut::<WIDTH>();
    let (from_body, from_tail) = from_body.as_chunks::<WIDTH>();
    for (to, from) in to_body.iter_mut().zip(from_body) {
        // SAFETY: `from` is 16 readable bytes; the load needs no alignment.
        let value = unsafe { _mm_loadu_si128(from.as_ptr().cast()) };
        // SAFETY: `to` is 16 writable bytes at a multiple of 16: the head was cut off up to there.
        unsafe { _mm_stream_si128(to.as_mut_ptr().cast(), value) };
    }
    to_tail.copy_from_slice(from_tail);
    // SAFETY: every x86-64 processor has SSE.
    unsafe { _mm_sfence() };
}

#[cfg(not(target_arch = "x86_64"))]
fn past_caches(from: &[u8], to: &mut [u8]) {
    to.copy_from_slice(from);
}

/// Rows of a table by their first elements.
///
/// Invariant 1: every row lies within `data`; checked by `new`.
struct Rows<'a, T> {
    data: &'a [T],
    offsets: Vec<u32>,
    row: usize,
}

impl<'a, T: Item> Rows<'a, T> {
    fn new(case: &'a Case<T>) -> Result<Self, Failure> {
        let (row, data) = (case.workload.row(), &*case.data);
        let offsets = case.row_offsets()?;
        let same = |(offset, expected): (&u32, &[T])| {
            let offset = *offset as usize;
            data.get(offset..offset + row) == Some(expected)
        };
        if !offsets.iter().zip(case.expected.chunks(row)).all(same) {
            return Err(format!("{}: the floor's offsets are wrong", case.workload.id).into());
        }
        Ok(Self { data, offsets, row })
    }

    /// One load per cache line of every row.
    fn load(&self, ahead: impl Fn(&[T], usize)) {
        let per_line = (LINE / size_of::<T>()).max(1);
        if self.row <= per_line {
            self.each(ahead, |offset| self.first_byte(offset, 0));
        } else {
            self.each(ahead, |offset| {
                let places = (0..self.row).step_by(per_line);
                places.fold(0, |seen, place| seen ^ self.first_byte(offset, place))
            });
        }
    }

    fn each(&self, ahead: impl Fn(&[T], usize), touch: impl Fn(u32) -> u32) {
        let offsets = black_box(&*self.offsets);
        let later = offsets.get(AHEAD..).unwrap_or_default();
        let (most, last) = offsets.split_at(later.len());
        let mut seen = 0;
        for (offset, later) in most.iter().zip(later) {
            ahead(self.data, *later as usize);
            seen ^= touch(*offset);
        }
        for offset in last {
            seen ^= touch(*offset);
        }
        black_box(seen);
    }

    /// The first byte of an element of a row; `place` must be less than `row`.
    #[inline(always)]
    fn first_byte(&self, offset: u32, place: usize) -> u32 {
        debug_assert!(place < self.row, "a place in the row");
        // SAFETY: in `load`, the only caller, `offset` is one of `offsets` and `place` is less than `row`, so
        // that the element lies within `data` by invariant 1.
        let element = unsafe { self.data.get_unchecked(offset as usize + place) };
        u32::from(bytemuck::bytes_of(element)[0])
    }
}

#[cfg(target_arch = "x86_64")]
fn prefetch<T>(data: &[T], offset: usize) {
    use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
    if let Some(place) = data.get(offset) {
        // SAFETY: a prefetch reads nothing that the program can see.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(core::ptr::from_ref(place).cast()) };
    }
}

#[cfg(not(target_arch = "x86_64"))]
fn prefetch<T>(_data: &[T], _offset: usize) {}
