//! Index types, and the fast question "is this value plainly in range".
//!
//! What a value means is decided by [`gather_spec::Rules::place`] alone. The fast question here
//! answers the common case with one addition and one comparison, exactly; whoever gets a "no" asks
//! the rule book.

use gather_spec::Negative;

use crate::{
    kernel::{
        bytes::Byte,
        engine::{
            self, Bytes, KnownRows,
            cpu::Path,
            fault::Fault,
            tuples::{Outside, Resolve, stage},
        },
    },
    plan::Plan,
};

/// An integer type whose values can be indices: `i8` to `i64`, `u8` to `u64`, `isize`, `usize`.
///
/// Sealed: the kernels rely on how these types widen, and on their being primitive integers.
///
/// ```
/// use gather_core::Index;
/// assert_eq!(<u16 as Index>::NAME, "u16");
/// assert_eq!((-1_i8).wide(), -1);
/// assert_eq!(u64::MAX.wide(), 18_446_744_073_709_551_615);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an index type",
    label = "expected i8, i16, i32, i64, isize, u8, u16, u32, u64 or usize"
)]
pub trait Index: Copy + Send + Sync + core::fmt::Debug + sealed::Sealed + 'static {
    /// The type's name.
    const NAME: &'static str;

    /// Whether values can be negative.
    const SIGNED: bool;

    /// The value in a type wide enough for all of them.
    fn wide(self) -> i128;

    /// The value's 64 bits, sign-extended if it is signed.
    #[doc(hidden)]
    fn bits(self) -> u64;

    /// The low and the high half of [`Index::bits`].
    #[doc(hidden)]
    fn halves(self) -> (u32, u32);
}

pub(crate) mod sealed {
    use crate::{
        kernel::{
            bytes::Byte,
            engine::{
                Bytes, KnownRows,
                cpu::Path,
                fault::Fault,
                tuples::{Outside, Resolve},
            },
        },
        plan::Plan,
    };

    /// What the engine has for each index type. Here, so that it is compiled with this crate, once, and not
    /// again in every crate that gathers.
    pub trait Sealed: bytemuck::Pod {
        /// The index stage for tuples of `depth` coordinates, if there is one.
        fn stage(path: Path, depth: usize, outside: Outside) -> Option<Resolve<Self>>;

        /// The indices as pairs of a low and a high half, if that is what they lie as.
        fn pairs(indices: &[Self]) -> Option<&[[u32; 2]]>;

        /// Gathers by the engine.
        fn gather(
            plan: &Plan<'_>,
            bytes: Bytes<'_, Self>,
            known: KnownRows,
            out: &mut [Byte],
        ) -> Result<(), Fault>;
    }
}

macro_rules! index {
    ($signed:literal: $($t:ident)*) => { $(
        impl sealed::Sealed for $t {
            fn stage(path: Path, depth: usize, outside: Outside) -> Option<Resolve<Self>> {
                stage(path, depth, outside)
            }

            #[inline(always)]
            fn pairs(indices: &[Self]) -> Option<&[[u32; 2]]> {
                if cfg!(target_endian = "little") && size_of::<Self>() == 8 {
                    bytemuck::try_cast_slice(indices).ok()
                } else {
                    None
                }
            }

            fn gather(
                plan: &Plan<'_>,
                bytes: Bytes<'_, Self>,
                known: KnownRows,
                out: &mut [Byte],
            ) -> Result<(), Fault> {
                engine::gather(plan, bytes, known, out)
            }
        }

        impl Index for $t {
            const NAME: &'static str = stringify!($t);
            const SIGNED: bool = $signed;

            #[inline]
            fn wide(self) -> i128 {
                self as i128
            }

            #[inline]
            #[allow(
                trivial_numeric_casts,
                clippy::cast_sign_loss,
                reason = "the bits are wanted, for each type by the same line"
            )]
            fn bits(self) -> u64 {
                self as u64
            }

            #[inline(always)]
            #[allow(
                trivial_numeric_casts,
                clippy::cast_possible_truncation,
                clippy::cast_possible_wrap,
                clippy::cast_sign_loss,
                reason = "the halves are wanted, for each type by the same line"
            )]
            fn halves(self) -> (u32, u32) {
                // Types of up to 32 bits have no high half but the sign, which needs no 64 bits.
                let high = match size_of::<Self>() {
                    8 => (self as u64 >> 32) as u32,
                    _ if $signed => ((self as i32) >> 31) as u32,
                    _ => 0,
                };
                (self as u32, high)
            }
        }
    )* };
}
index!(true: i8 i16 i32 i64 isize);
index!(false: u8 u16 u32 u64 usize);

/// One indexed axis, prepared for the fast question.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FastAxis {
    /// Values below this are in range; 0 for an axis so large that only the rule book can tell.
    size: u64,
    /// What a negative value gains before the comparison: the size, or 0 where negatives are refused.
    gain: u64,
}

impl FastAxis {
    #[inline]
    pub(crate) fn new(size: usize, negative: Negative) -> Self {
        // Up to `i64::MAX` a refused negative has its top bit set and is therefore never below `size`.
        let size = u64::try_from(i64::try_from(size).unwrap_or(0)).unwrap_or(0);
        let gain = match negative {
            Negative::FromEnd => size,
            Negative::Reject => 0,
        };
        Self { size, gain }
    }

    /// The position of an index, meaningful if [`FastAxis::holds`] it.
    ///
    /// For a negative `v` from the end this is `v + size` modulo 2^64, which is below `size` exactly if
    /// `v + size` is not negative.
    #[inline]
    pub(crate) fn position<I: Index>(&self, index: I) -> u64 {
        let bits = index.bits();
        let sign = if I::SIGNED {
            0_u64.wrapping_sub(bits >> 63)
        } else {
            0
        };
        bits.wrapping_add(sign & self.gain)
    }

    #[inline]
    pub(crate) fn holds(&self, position: u64) -> bool {
        position < self.size
    }

    /// Where an index leads; `None` if it is not plainly in range.
    #[inline(always)]
    pub(crate) fn place<I: Index>(&self, index: I) -> Option<usize> {
        let position = self.position(index);
        let held = self.holds(position).then_some(position)?;
        usize::try_from(held).ok()
    }
}

#[cfg(test)]
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "edge values of every type are made by cutting"
)]
mod tests {
    use super::*;
    use gather_spec::{Place, Rules};

    fn agree<I: Index>(index: I, size: usize) {
        for negative in [Negative::FromEnd, Negative::Reject] {
            let rules = Rules {
                negative,
                ..Rules::ONNX
            };
            let axis = FastAxis::new(size, negative);
            let position = axis.position(index);
            let fast = axis.holds(position).then_some(position);
            let exact = match rules.place(index.wide(), size) {
                Place::At(at) => Some(at as u64),
                _ => None,
            };
            if i64::try_from(size).is_ok() {
                assert_eq!(fast, exact, "{index:?} of {size}, {negative:?}");
            } else {
                assert_eq!(fast, None, "a giant axis is left to the rule book");
            }
        }
    }

    #[test]
    fn fast_question_agrees_with_the_rule_book_at_every_edge() {
        let sizes = [
            0,
            1,
            2,
            127,
            128,
            255,
            256,
            1 << 31,
            1 << 32,
            i64::MAX as usize,
            1 << 63,
            usize::MAX,
        ];
        for size in sizes {
            for v in [
                i64::MIN,
                i64::MIN + 1,
                -129,
                -128,
                -2,
                -1,
                0,
                1,
                127,
                128,
                i64::MAX,
            ] {
                agree(v, size);
                agree(v as u64, size);
                agree(v as i32, size);
                agree(v as u32, size);
                agree(v as i16, size);
                agree(v as u16, size);
                agree(v as i8, size);
                agree(v as u8, size);
                agree(v as isize, size);
                agree(v as usize, size);
            }
            let edge = i64::try_from(size).unwrap_or(i64::MAX);
            for v in [edge - 1, edge, -edge, -edge - 1] {
                agree(v, size);
            }
        }
    }
}
