//! What the suite gathers: elements that tell where they came from, indices of every type, and random
//! numbers that are the same on every run.

use core::fmt::Debug;
use std::sync::Arc;

use gather_core::{ByCopy, Element, FillValue, Index};
use half::f16;

/// An element whose value is the offset it was put at.
pub(crate) trait Sample: Element + Debug + PartialEq {
    fn sample(offset: usize) -> Self;

    /// Bit for bit: a NaN is itself.
    fn same(&self, other: &Self) -> bool {
        self == other
    }
}

/// An index that can be made of any number that fits it.
pub(crate) trait SampleIndex: Index + TryFrom<i128> {}

impl<I: Index + TryFrom<i128>> SampleIndex for I {}

/// Three bytes: no primitive has this width, so it is moved as three units.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Rgb(pub(crate) [u8; 3]);

impl Element for Rgb {
    type Mover = ByCopy;
}

impl FillValue for Rgb {
    fn zero() -> Self {
        Self::default()
    }
}

macro_rules! samples {
    ($($element:ty: $of:expr $(, $same:expr)?;)*) => { $(
        impl Sample for $element {
            fn sample(offset: usize) -> Self {
                let of: fn(usize) -> Self = $of;
                of(offset)
            }
            $(fn same(&self, other: &Self) -> bool {
                let same: fn(&Self, &Self) -> bool = $same;
                same(self, other)
            })?
        }
    )* };
}
samples! {
    u8: |n| (n % 251) as u8;
    u16: |n| (n % 65_521) as u16;
    i32: |n| n as i32;
    i64: |n| -(n as i64);
    u128: |n| u128::MAX - n as u128;
    bool: |n| n % 3 == 0;
    char: |n| char::from_u32(0x4E00 + n as u32 % 1000).unwrap_or('?');
    f16: |n| f16::from_bits(n as u16), |a, b| a.to_bits() == b.to_bits();
    f32: |n| n as f32 + 0.5, |a, b| a.to_bits() == b.to_bits();
    f64: |n| n as f64 + 0.25, |a, b| a.to_bits() == b.to_bits();
    (): |_| ();
    Option<u16>: |n| Some(n as u16);
    &'static str: |n| ["zero", "one", "two", "three", "four", "five", "six"][n % 7];
    [u64; 3]: |n| [n as u64, 1 << 40, u64::MAX - n as u64];
    [u8; 3]: |n| [n as u8, (n >> 8) as u8, 7];
    Rgb: |n| Self([9, (n >> 8) as u8, n as u8]);
    String: |n| format!("element {n}");
    Arc<str>: |n| format!("shared {n}").into();
}

/// Numbers out of some bytes, two bytes each; behind them SplitMix64, which is small and good enough to
/// pick shapes.
#[derive(Debug)]
pub(crate) struct Random {
    bytes: Vec<u8>,
    state: u64,
}

impl Random {
    /// The numbers that belong to a name.
    pub(crate) fn of(name: &str) -> Self {
        let fold = |seed: u64, byte| (seed ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3);
        Self {
            bytes: Vec::new(),
            state: name.bytes().fold(0xCBF2_9CE4_8422_2325, fold),
        }
    }

    /// The numbers that are in these bytes, the first ones at their end.
    pub(crate) fn from_bytes(bytes: &[u8]) -> Self {
        Self {
            bytes: bytes.to_vec(),
            state: 0,
        }
    }

    fn next(&mut self) -> u64 {
        if let (Some(low), Some(high)) = (self.bytes.pop(), self.bytes.pop()) {
            return u64::from(low) | u64::from(high) << 8;
        }
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number below `end`, or 0 if there is none.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        (self.next() % (end.max(1) as u64)) as usize
    }

    /// True once in so many times.
    pub(crate) fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    pub(crate) fn pick<'a, T>(&mut self, of: &'a [T]) -> &'a T {
        &of[self.below(of.len())]
    }
}

#[test]
fn bytes_are_the_first_numbers() {
    let mut random = Random::from_bytes(&[9, 2, 0, 1]);
    assert_eq!([random.below(10_000), random.below(10_000)], [1, 2306]);
    let other = [random.below(10_000), random.below(10_000)];
    assert_ne!(other, [1, 2306], "numbers go on");
}
