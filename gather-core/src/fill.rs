//! Fill values for tensors whose element type is known only while running: a number becomes the bytes
//! of one element.
//!
//! Numbers are taken only if the type can stand for them: integers exactly, floats rounded to nearest
//! with ties to even. `f16` and `bf16` are rounded here, once, from `f64`; going through `f32` would
//! round twice.

use core::fmt;

use crate::{dtype::DType, element::FillValue};

/// What an erased call fills with.
///
/// ```
/// use gather_core::{DType, ErasedFill};
/// let bytes = |fill: ErasedFill<'static>, dtype| fill.bytes(dtype).unwrap().as_slice().to_vec();
/// assert_eq!(bytes(ErasedFill::Integer(-1), DType::I16), (-1_i16).to_ne_bytes());
/// assert_eq!(bytes(ErasedFill::Float(0.5), DType::F32), 0.5_f32.to_ne_bytes());
/// assert_eq!(bytes(ErasedFill::Missing, DType::U8), [255]);
/// assert_eq!(
///     ErasedFill::Integer(300).bytes(DType::U8).unwrap_err().to_string(),
///     "the fill value 300 cannot be a u8"
/// );
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum ErasedFill<'a> {
    /// Zero, `false`.
    Zero,
    /// What JAX takes for "nothing there"; see [`FillValue::missing`].
    Missing,
    /// An integer; in a float the nearest one, in `bool` only 0 and 1.
    Integer(i128),
    /// A float; in an integer type only if it is whole and fits.
    Float(f64),
    /// A complex number; in other types only without an imaginary part.
    Complex {
        /// Real part.
        re: f64,
        /// Imaginary part.
        im: f64,
    },
    /// The bytes of one element in the machine's byte order.
    Bytes(&'a [u8]),
}

impl FillValue for ErasedFill<'_> {
    fn zero() -> Self {
        Self::Zero
    }

    fn missing() -> Self {
        Self::Missing
    }
}

impl From<f64> for ErasedFill<'_> {
    fn from(value: f64) -> Self {
        Self::Float(value)
    }
}

impl From<i64> for ErasedFill<'_> {
    fn from(value: i64) -> Self {
        Self::Integer(value.into())
    }
}

impl fmt::Display for ErasedFill<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Zero => f.write_str("zero"),
            Self::Missing => f.write_str("missing"),
            Self::Integer(value) => value.fmt(f),
            Self::Float(value) => value.fmt(f),
            Self::Complex { re, im } => write!(f, "{re}{im:+}j"),
            Self::Bytes(bytes) => write!(f, "{bytes:?}"),
        }
    }
}

/// Why a fill value cannot be an element.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum FillError {
    /// The type cannot stand for this number.
    Value {
        /// The element type.
        dtype: DType,
        /// The number.
        found: ErasedFill<'static>,
    },
    /// Bytes of another length than an element has.
    Length {
        /// The element type.
        dtype: DType,
        /// How many bytes there are.
        found: usize,
    },
}

impl fmt::Display for FillError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Value { dtype, found } => write!(f, "the fill value {found} cannot be a {dtype}"),
            Self::Length { dtype, found } => write!(
                f,
                "the fill value of type {dtype} must have {} bytes, found {found}",
                dtype.size()
            ),
        }
    }
}

impl core::error::Error for FillError {}

/// The bytes of one element of any type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FillBytes {
    bytes: [u8; Self::MOST],
    len: usize,
}

impl FillBytes {
    /// The largest element is a `complex128`.
    const MOST: usize = 16;

    /// Cut at 16 bytes.
    fn new(element: &[u8]) -> Self {
        let mut bytes = [0; Self::MOST];
        let len = element.len().min(Self::MOST);
        bytes[..len].copy_from_slice(&element[..len]);
        Self { bytes, len }
    }

    /// The bytes in the machine's byte order.
    #[must_use]
    pub fn as_slice(&self) -> &[u8] {
        self.bytes.get(..self.len).unwrap_or_default()
    }

    /// The first `N` bytes, for a caller that has chosen `N` by the type.
    pub(crate) fn array<const N: usize>(&self) -> [u8; N] {
        self.bytes.first_chunk().copied().unwrap_or([0; N])
    }
}

impl ErasedFill<'_> {
    /// The bytes of this value as an element of a type.
    ///
    /// # Errors
    ///
    /// The type cannot stand for it.
    pub fn bytes(&self, dtype: DType) -> Result<FillBytes, FillError> {
        let zero = &[0; FillBytes::MOST][..dtype.size()];
        let (element, found) = match *self {
            Self::Zero => (Some(FillBytes::new(zero)), ErasedFill::Zero),
            Self::Missing => (missing(dtype), ErasedFill::Missing),
            Self::Integer(value) => (integer(value, dtype), ErasedFill::Integer(value)),
            Self::Float(value) => (float(value, dtype), ErasedFill::Float(value)),
            Self::Complex { re, im } => (complex(re, im, dtype), ErasedFill::Complex { re, im }),
            Self::Bytes(bytes) if bytes.len() == dtype.size() => {
                (Some(FillBytes::new(bytes)), ErasedFill::Zero)
            }
            Self::Bytes(bytes) => {
                let found = bytes.len();
                return Err(FillError::Length { dtype, found });
            }
        };
        element.ok_or(FillError::Value { dtype, found })
    }
}

/// As [`FillValue::missing`] has it for the typed elements.
fn missing(dtype: DType) -> Option<FillBytes> {
    match dtype {
        DType::Bool => integer(1, dtype),
        DType::I8 => integer(i8::MIN.into(), dtype),
        DType::I16 => integer(i16::MIN.into(), dtype),
        DType::I32 => integer(i32::MIN.into(), dtype),
        DType::I64 => integer(i64::MIN.into(), dtype),
        DType::U8 => integer(u8::MAX.into(), dtype),
        DType::U16 => integer(u16::MAX.into(), dtype),
        DType::U32 => integer(u32::MAX.into(), dtype),
        DType::U64 => integer(u64::MAX.into(), dtype),
        _ => float(f64::NAN, dtype),
    }
}

/// An integer, if the type has it; the nearest float.
fn integer(value: i128, dtype: DType) -> Option<FillBytes> {
    /// The narrower integer, if it is one.
    fn fitting<T: TryFrom<i128>, const N: usize>(
        value: i128,
        bytes: fn(T) -> [u8; N],
    ) -> Option<FillBytes> {
        let value = T::try_from(value).ok()?;
        Some(FillBytes::new(&bytes(value)))
    }
    match dtype {
        DType::Bool if value == 0 || value == 1 => fitting(value, u8::to_ne_bytes),
        DType::Bool => None,
        DType::I8 => fitting(value, i8::to_ne_bytes),
        DType::I16 => fitting(value, i16::to_ne_bytes),
        DType::I32 => fitting(value, i32::to_ne_bytes),
        DType::I64 => fitting(value, i64::to_ne_bytes),
        DType::U8 => fitting(value, u8::to_ne_bytes),
        DType::U16 => fitting(value, u16::to_ne_bytes),
        DType::U32 => fitting(value, u32::to_ne_bytes),
        DType::U64 => fitting(value, u64::to_ne_bytes),
        // Directly, because a detour through `f64` would round twice.
        DType::F32 => Some(FillBytes::new(&(value as f32).to_ne_bytes())),
        DType::Complex64 => complex((value as f32).into(), 0.0, dtype),
        DType::F16 | DType::Bf16 => float(odd(value), dtype),
        _ => float(value as f64, dtype),
    }
}

/// An integer as a double that rounds to a narrower float as the integer itself would: what does not fit
/// is not rounded but remembered in the last bit.
fn odd(value: i128) -> f64 {
    let magnitude = value.unsigned_abs();
    let kept = 128 - magnitude.leading_zeros().min(128);
    let dropped = kept.saturating_sub(f64::MANTISSA_DIGITS);
    let sticky = u128::from(magnitude & ((1 << dropped) - 1) != 0);
    // Both factors are exact: 53 bits, and a power of two.
    let nearly = ((magnitude >> dropped) | sticky) as f64 * (1_u128 << dropped) as f64;
    if value < 0 { -nearly } else { nearly }
}

/// A float; in an integer type only a whole number that fits.
fn float(value: f64, dtype: DType) -> Option<FillBytes> {
    match dtype {
        DType::F16 => Some(FillBytes::new(&F16.nearest(value).to_ne_bytes())),
        DType::Bf16 => Some(FillBytes::new(&BF16.nearest(value).to_ne_bytes())),
        DType::F32 => Some(FillBytes::new(&single(value).to_ne_bytes())),
        DType::F64 => Some(FillBytes::new(&value.to_ne_bytes())),
        DType::Complex64 | DType::Complex128 => complex(value, 0.0, dtype),
        _ => integer(whole(value)?, dtype),
    }
}

fn complex(re: f64, im: f64, dtype: DType) -> Option<FillBytes> {
    match dtype {
        DType::Complex64 => {
            let parts = [single(re), single(im)].map(f32::to_ne_bytes);
            Some(FillBytes::new(parts.as_flattened()))
        }
        DType::Complex128 => {
            let parts = [re, im].map(f64::to_ne_bytes);
            Some(FillBytes::new(parts.as_flattened()))
        }
        _ if im == 0.0 => float(re, dtype),
        _ => None,
    }
}

/// The value as an integer, if it is one that `i128` holds.
#[expect(
    clippy::cast_possible_truncation,
    reason = "a cast that cuts is told by the way back"
)]
fn whole(value: f64) -> Option<i128> {
    // Above this the cast saturates; every element type ends far below.
    const END: f64 = (1_u128 << 100) as f64;
    let integer = value as i128;
    (value.abs() < END && integer as f64 == value).then_some(integer)
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "to the nearest, which is what is wanted"
)]
fn single(value: f64) -> f32 {
    value as f32
}

/// A float format of 16 bits.
struct Narrow {
    /// Bits of the fraction.
    fraction: u32,
    /// What is added to an exponent.
    bias: i32,
}

const F16: Narrow = Narrow {
    fraction: 10,
    bias: 15,
};
const BF16: Narrow = Narrow {
    fraction: 7,
    bias: 127,
};

/// `f64` in the same terms.
const WIDE: Narrow = Narrow {
    fraction: 52,
    bias: 1023,
};

impl Narrow {
    /// The exponent that infinities and NaN have.
    const fn special(&self) -> i32 {
        2 * self.bias + 1
    }

    /// The value of this format that is nearest, ties to even; beyond the largest, infinity.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "fields of a float are cut out of its bits, and exponents below 1 are dealt with first"
    )]
    fn nearest(&self, value: f64) -> u16 {
        let bits = value.to_bits();
        let sign = ((bits >> 63) as u16) << 15;
        let fraction = bits & ((1 << WIDE.fraction) - 1);
        let exponent = ((bits >> WIDE.fraction) & 0x7ff) as i32;
        let infinity = (self.special() as u16) << self.fraction;
        if exponent == WIDE.special() {
            let quiet = u16::from(fraction != 0) << (self.fraction - 1);
            return sign | infinity | quiet;
        }
        let exponent = exponent - WIDE.bias + self.bias;
        if exponent >= self.special() {
            return sign | infinity;
        }
        // The leading 1 that `f64` leaves out. Its subnormals are 0 in both formats whatever they have.
        let mantissa = fraction | 1 << WIDE.fraction;
        let below_normal = (1 - exponent).max(0) as u32;
        let rounded = round(mantissa, WIDE.fraction - self.fraction + below_normal);
        // The leading 1 adds to the exponent's field, and so does a fraction that was rounded up.
        let field = (exponent - 1).max(0) as u16;
        sign | ((field << self.fraction) + rounded)
    }
}

/// Drops bits (at least one), to the nearest, ties to even.
#[expect(
    clippy::cast_possible_truncation,
    reason = "at most 12 bits of a mantissa are left"
)]
const fn round(mantissa: u64, dropped: u32) -> u16 {
    if dropped > WIDE.fraction + 1 {
        return 0;
    }
    let (kept, rest) = (mantissa >> dropped, mantissa & ((1 << dropped) - 1));
    let half = 1 << (dropped - 1);
    let up = rest > half || rest == half && kept % 2 == 1;
    kept as u16 + up as u16
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{format, string::ToString, vec::Vec};

    impl Narrow {
        /// What 16 bits mean, by the definition of the formats.
        fn value(&self, bits: u16) -> f64 {
            let scale = f64::powi;
            let fraction = f64::from(bits & ((1 << self.fraction) - 1));
            let exponent = i32::from((bits & 0x7fff) >> self.fraction);
            let places = i32::try_from(self.fraction).unwrap();
            let sign = if bits >> 15 == 1 { -1.0 } else { 1.0 };
            sign * match exponent {
                0 => fraction * scale(2.0, 1 - self.bias - places),
                _ => (fraction + scale(2.0, places)) * scale(2.0, exponent - self.bias - places),
            }
        }
    }

    fn beside(value: f64, up: bool) -> f64 {
        if up {
            value.next_up()
        } else {
            value.next_down()
        }
    }

    #[test]
    fn every_narrow_float_and_every_tie_between_two_is_rounded_to_nearest() {
        for format in [F16, BF16] {
            let infinity = u16::try_from(format.special()).unwrap() << format.fraction;
            for bits in 0..infinity {
                let (here, next) = (format.value(bits), format.value(bits + 1));
                let middle = f64::midpoint(here, next);
                let even = bits + bits % 2;
                assert_eq!(format.nearest(here), bits, "{here:e}");
                assert_eq!(format.nearest(-here), bits | 1 << 15, "{here:e}");
                assert_eq!(format.nearest(middle), even, "a tie at {middle:e}");
                assert_eq!(format.nearest(beside(middle, true)), bits + 1, "{middle:e}");
                assert_eq!(format.nearest(beside(middle, false)), bits, "{middle:e}");
            }
            assert_eq!(format.nearest(f64::MAX), infinity);
            assert_eq!(format.nearest(f64::INFINITY), infinity);
            assert_eq!(format.nearest(f64::MIN_POSITIVE / 2.0), 0);
        }
        assert_eq!(F16.nearest(f64::NAN), 0x7e00);
        assert_eq!(BF16.nearest(f64::NAN), 0x7fc0);
    }

    #[test]
    fn numbers_that_a_type_lacks_are_refused() {
        let complex = |im| ErasedFill::Complex { re: 1.0, im };
        let refused = [
            (ErasedFill::Integer(2), DType::Bool),
            (ErasedFill::Integer(-1), DType::U64),
            (ErasedFill::Integer(128), DType::I8),
            (ErasedFill::Integer(1 << 64), DType::U64),
            (ErasedFill::Float(0.5), DType::I32),
            (ErasedFill::Float(f64::NAN), DType::I64),
            (ErasedFill::Float(f64::INFINITY), DType::U8),
            (ErasedFill::Float(1e30), DType::I64),
            (complex(0.5), DType::F64),
            (complex(f64::NAN), DType::F32),
        ];
        for (fill, dtype) in refused {
            let text = format!("the fill value {fill} cannot be a {dtype}");
            assert_eq!(fill.bytes(dtype).unwrap_err().to_string(), text);
        }
        let length = ErasedFill::Bytes(&[0; 3]).bytes(DType::F32).unwrap_err();
        let text = "the fill value of type f32 must have 4 bytes, found 3";
        assert_eq!(length.to_string(), text);
    }

    #[test]
    fn numbers_that_a_type_has_are_its_bytes() {
        let bytes = |fill: ErasedFill<'_>, dtype| -> Vec<u8> {
            fill.bytes(dtype).unwrap().as_slice().to_vec()
        };
        let float = ErasedFill::Float(3.0);
        assert_eq!(bytes(float, DType::I16), 3_i16.to_ne_bytes());
        assert_eq!(bytes(float, DType::F16), 0x4200_u16.to_ne_bytes());
        assert_eq!(bytes(float, DType::Complex64)[..4], 3_f32.to_ne_bytes());
        let most = ErasedFill::Integer(u64::MAX.into());
        assert_eq!(bytes(most, DType::U64), u64::MAX.to_ne_bytes());
        // Halfway between two floats but for its last bit: rounding through `f64` would lose that.
        let near_tie = ErasedFill::Integer((1 << 62) + (1 << 38) + 1);
        let up = ((1_i64 << 62) + (1 << 38) + 1) as f32;
        assert_eq!(bytes(near_tie, DType::F32), up.to_ne_bytes());
        assert_eq!(bytes(near_tie, DType::Complex64)[..4], up.to_ne_bytes());
        // A double would round this to the tie, and the tie to even.
        let beyond_tie = (1_i128 << 60) + (1 << 52) + 1;
        let above = ErasedFill::Float(((1_i64 << 60) + (1 << 53)) as f64);
        for sign in [1, -1] {
            let expected = match above {
                ErasedFill::Float(value) => ErasedFill::Float(value * sign as f64),
                other => other,
            };
            let found = ErasedFill::Integer(beyond_tie * sign);
            assert_eq!(bytes(found, DType::Bf16), bytes(expected, DType::Bf16));
        }
        assert_eq!(bytes(ErasedFill::Bytes(&[7, 8]), DType::Bf16), [7, 8]);
        assert_eq!(bytes(ErasedFill::Missing, DType::Bool), [1]);
    }
}
