//! Index types against axis sizes around their limits.
//!
//! Every index type meets axes that are just shorter, as long as and just longer than what it can count,
//! for every operator and under every policy. Data is filled with its own offsets, so that a result names
//! the place it was read from; where an index must lead is said by a formula in `i128` that shares
//! nothing with the kernels.

mod bits;
mod edges;
mod long_axes;
mod mixtures;

use core::{fmt::Debug, ops::RangeInclusive};

use gather_core::{Element, GatherOptions, Index, Negative, Op, OutOfRange, ViewDyn};

const SIZES: [usize; 12] = [1, 2, 127, 128, 129, 255, 256, 257, 300, 65535, 65536, 65537];

const NEGATIVE: [Negative; 2] = [Negative::FromEnd, Negative::Reject];

const OUT_OF_RANGE: [OutOfRange; 4] = [
    OutOfRange::Error,
    OutOfRange::Fill(()),
    OutOfRange::Clamp,
    OutOfRange::Wrap,
];

/// An index type with its limits.
trait Limits: Index + TryFrom<i128> {
    const ALL: RangeInclusive<i128>;

    fn narrow(value: i128) -> Self {
        let narrowed = Self::try_from(value).ok();
        narrowed.unwrap_or_else(|| panic!("{value} is no {}", Self::NAME))
    }

    /// The values at the edges of an axis and of the type.
    fn edges(size: usize) -> Vec<i128> {
        let size = size as i128;
        let (least, most) = Self::ALL.into_inner();
        let mut edges = vec![0, size - 1, size, -1, -size, -size - 1, least, most];
        edges.retain(|edge| Self::ALL.contains(edge));
        edges
    }
}

macro_rules! limits {
    ($($t:ident)*) => { $(
        impl Limits for $t {
            const ALL: RangeInclusive<i128> = $t::MIN as i128..=$t::MAX as i128;
        }
    )* };
}
limits!(i8 i16 i32 i64 isize u8 u16 u32 u64 usize);

/// Where an index leads.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Lead {
    To(usize),
    Filled,
    Refused,
}

/// The meaning of an index, written down once more.
fn lead(value: i128, size: usize, (negative, out_of_range): Policy) -> Lead {
    let (size, to) = (size as i128, |at: i128| Lead::To(at as usize));
    let at = match negative {
        Negative::FromEnd if value < 0 => size + value,
        _ => value,
    };
    match out_of_range {
        _ if (0..size).contains(&at) => to(at),
        OutOfRange::Error => Lead::Refused,
        OutOfRange::Fill(()) => Lead::Filled,
        OutOfRange::Clamp => to(at.clamp(0, size - 1)),
        OutOfRange::Wrap => to((value % size + size) % size),
    }
}

type Policy = (Negative, OutOfRange);

/// Every pair of choices.
fn policies() -> impl Iterator<Item = Policy> {
    let pairs = |negative| OUT_OF_RANGE.map(|out_of_range| (negative, out_of_range));
    NEGATIVE.into_iter().flat_map(pairs)
}

/// An element made from an offset.
trait Offset: Element + Debug + PartialEq {
    fn of(offset: u32) -> Self;

    /// Data whose elements are their offsets.
    fn data(count: usize) -> Vec<Self> {
        (0..).take(count).map(Self::of).collect()
    }
}

impl Offset for u32 {
    fn of(offset: u32) -> Self {
        offset
    }
}

/// Two numbers that are no offset of data.
const MARK: u32 = u32::MAX;
const FILLED: u32 = u32::MAX - 1;

fn options<T: Offset>((negative, out_of_range): Policy) -> GatherOptions<T> {
    GatherOptions::default()
        .negative(negative)
        .out_of_range(match out_of_range {
            OutOfRange::Error => OutOfRange::Error,
            OutOfRange::Fill(()) => OutOfRange::Fill(T::of(FILLED)),
            OutOfRange::Clamp => OutOfRange::Clamp,
            OutOfRange::Wrap => OutOfRange::Wrap,
        })
}

#[track_caller]
fn view<'a, T>(elements: &'a [T], shape: &'a [usize]) -> ViewDyn<'a, T> {
    ViewDyn::new(elements, shape).expect("as many as the shape says")
}

/// Each operator over data of one dimension, with the shape of so many indices.
fn on_a_line(indices: usize) -> [(Op, Vec<usize>); 3] {
    [
        (Op::gather_nd(0), vec![indices, 1]),
        (Op::gather(0, 0), vec![indices]),
        (Op::gather_elements(0), vec![indices]),
    ]
}
