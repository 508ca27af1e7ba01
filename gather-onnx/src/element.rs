//! The element types of ONNX tensors, with their numbers, names, widths and Rust types.

use core::fmt;

macro_rules! element_types {
    ($($(#[$doc:meta])* $variant:ident = $code:literal, $name:literal, $width:expr, $rust:expr;)*) => {
        /// The type of a tensor's elements (`TensorProto.DataType`).
        ///
        /// ```
        /// use gather_onnx::ElementType;
        /// let element = ElementType::from_code(10).expect("number 10 is float16");
        /// assert_eq!((element.to_string(), element.rust()), ("float16".into(), Some("half::f16")));
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum ElementType { $($(#[$doc])* $variant),* }

        impl ElementType {
            /// The type with this number, or `None` if there is none.
            #[must_use]
            pub const fn from_code(code: i32) -> Option<Self> {
                match code { $($code => Some(Self::$variant),)* _ => None }
            }

            /// ONNX's name for it.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name),* }
            }

            /// Bytes of one element; `None` for strings and for types of which several share a byte.
            #[must_use]
            pub const fn width(self) -> Option<usize> {
                match self { $(Self::$variant => $width),* }
            }

            /// The Rust type of a kernel's elements, as a path that needs the crates `half` and
            /// `num_complex` where it names them. Floats of one byte are moved as `u8`. `None` for types
            /// of which several share a byte.
            #[must_use]
            pub const fn rust(self) -> Option<&'static str> {
                match self { $(Self::$variant => $rust),* }
            }
        }
    };
}

element_types! {
    /// `f32`
    Float = 1, "float", Some(4), Some("f32");
    /// `u8`
    Uint8 = 2, "uint8", Some(1), Some("u8");
    /// `i8`
    Int8 = 3, "int8", Some(1), Some("i8");
    /// `u16`
    Uint16 = 4, "uint16", Some(2), Some("u16");
    /// `i16`
    Int16 = 5, "int16", Some(2), Some("i16");
    /// `i32`
    Int32 = 6, "int32", Some(4), Some("i32");
    /// `i64`
    Int64 = 7, "int64", Some(8), Some("i64");
    /// `String`
    String = 8, "string", None, Some("String");
    /// `bool`
    Bool = 9, "bool", Some(1), Some("bool");
    /// `half::f16`
    Float16 = 10, "float16", Some(2), Some("half::f16");
    /// `f64`
    Double = 11, "double", Some(8), Some("f64");
    /// `u32`
    Uint32 = 12, "uint32", Some(4), Some("u32");
    /// `u64`
    Uint64 = 13, "uint64", Some(8), Some("u64");
    /// `num_complex::Complex<f32>`
    Complex64 = 14, "complex64", Some(8), Some("num_complex::Complex<f32>");
    /// `num_complex::Complex<f64>`
    Complex128 = 15, "complex128", Some(16), Some("num_complex::Complex<f64>");
    /// `half::bf16`
    Bfloat16 = 16, "bfloat16", Some(2), Some("half::bf16");
    /// One byte, 4 bits of exponent, no infinities.
    Float8E4M3Fn = 17, "float8e4m3fn", Some(1), Some("u8");
    /// The same without negative zero.
    Float8E4M3FnUz = 18, "float8e4m3fnuz", Some(1), Some("u8");
    /// One byte, 5 bits of exponent.
    Float8E5M2 = 19, "float8e5m2", Some(1), Some("u8");
    /// The same without infinities and negative zero.
    Float8E5M2FnUz = 20, "float8e5m2fnuz", Some(1), Some("u8");
    /// Two to a byte.
    Uint4 = 21, "uint4", None, None;
    /// Two to a byte.
    Int4 = 22, "int4", None, None;
    /// Two to a byte.
    Float4E2M1 = 23, "float4e2m1", None, None;
    /// One byte of exponent.
    Float8E8M0 = 24, "float8e8m0", Some(1), Some("u8");
    /// Four to a byte.
    Uint2 = 25, "uint2", None, None;
    /// Four to a byte.
    Int2 = 26, "int2", None, None;
}

impl fmt::Display for ElementType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
