//! Element types as values, for engines that learn the type of a tensor while running.

use alloc::string::String;
use core::{fmt, str::FromStr};

macro_rules! dtypes {
    ($($(#[$doc:meta])* $variant:ident = $name:literal, $size:literal, [$($other:literal)*];)*) => {
        /// The element type of an [`ErasedView`](crate::ErasedView) or
        /// [`ErasedTensor`](crate::ErasedTensor).
        ///
        /// ```
        /// use gather_core::DType;
        /// let dtype: DType = "bf16".parse()?;
        /// assert_eq!((dtype, dtype.size(), dtype.name()), (DType::Bf16, 2, "bf16"));
        /// assert_eq!("float32".parse(), Ok(DType::F32)); // the names of NumPy and ONNX are taken too
        /// # Ok::<(), gather_core::UnknownDType>(())
        /// ```
        ///
        /// Strings are not here: they have no bytes of one length. The typed calls take them, as
        /// `String`, `&str` or any other type.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum DType { $($(#[$doc])* $variant),* }

        impl DType {
            /// Every element type.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            /// The type's name.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name),* }
            }

            /// Bytes of one element.
            #[must_use]
            pub const fn size(self) -> usize {
                match self { $(Self::$variant => $size),* }
            }

            /// The type of this name, or of the longer name that NumPy or ONNX has for it.
            fn named(name: &str) -> Option<Self> {
                match name {
                    $($name $(| $other)* => Some(Self::$variant),)*
                    _ => None,
                }
            }
        }
    };
}

dtypes! {
    /// `bool`: one byte, 0 or 1.
    Bool = "bool", 1, [];
    /// `i8`.
    I8 = "i8", 1, ["int8"];
    /// `i16`.
    I16 = "i16", 2, ["int16"];
    /// `i32`.
    I32 = "i32", 4, ["int32"];
    /// `i64`.
    I64 = "i64", 8, ["int64"];
    /// `u8`.
    U8 = "u8", 1, ["uint8"];
    /// `u16`.
    U16 = "u16", 2, ["uint16"];
    /// `u32`.
    U32 = "u32", 4, ["uint32"];
    /// `u64`.
    U64 = "u64", 8, ["uint64"];
    /// IEEE 754 binary16.
    F16 = "f16", 2, ["float16"];
    /// The upper half of an `f32`.
    Bf16 = "bf16", 2, ["bfloat16"];
    /// `f32`.
    F32 = "f32", 4, ["float32" "float"];
    /// `f64`.
    F64 = "f64", 8, ["float64" "double"];
    /// Two `f32`: the real part, then the imaginary one.
    Complex64 = "complex64", 8, [];
    /// Two `f64`: the real part, then the imaginary one.
    Complex128 = "complex128", 16, [];
}

impl DType {
    /// Whether indices can be of this type: the eight integers.
    ///
    /// ```
    /// use gather_core::DType;
    /// assert!(DType::U16.is_index() && !DType::F32.is_index() && !DType::Bool.is_index());
    /// ```
    #[must_use]
    pub const fn is_index(self) -> bool {
        matches!(
            self,
            Self::I8
                | Self::I16
                | Self::I32
                | Self::I64
                | Self::U8
                | Self::U16
                | Self::U32
                | Self::U64
        )
    }
}

impl fmt::Display for DType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// No element type has this name; the text lists those that exist.
///
/// ```
/// use gather_core::DType;
/// let error = "f8".parse::<DType>().unwrap_err();
/// assert_eq!(error.name(), "f8");
/// assert!(error.to_string().starts_with("unknown element type `f8`, expected `bool`, `i8`"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownDType {
    name: String,
}

impl UnknownDType {
    /// The name that was asked for.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }
}

impl FromStr for DType {
    type Err = UnknownDType;

    fn from_str(name: &str) -> Result<Self, UnknownDType> {
        Self::named(name).ok_or_else(|| UnknownDType { name: name.into() })
    }
}

impl fmt::Display for UnknownDType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown element type `{}`, expected ", self.name)?;
        for (n, dtype) in DType::ALL.iter().enumerate() {
            let comma = if n == 0 { "" } else { ", " };
            write!(f, "{comma}`{dtype}`")?;
        }
        Ok(())
    }
}

impl core::error::Error for UnknownDType {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lead_back_to_their_types() {
        for dtype in DType::ALL {
            assert_eq!(dtype.name().parse(), Ok(*dtype));
        }
    }
}
