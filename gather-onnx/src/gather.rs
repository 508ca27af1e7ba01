//! The dynamic call over tensors whose types are known only while running.

use gather_core::{
    Element, FillValue, GatherError, GatherOptions, Index, Op, Preset, TensorDyn, ViewDyn,
    gather_op_dyn,
};
use half::{bf16, f16};
use num_complex::Complex;

use crate::{
    element::ElementType,
    error::Reason,
    tensor::{Content, Tensor},
};

/// Gathers, in the meaning of `preset`.
pub(crate) fn gather(
    op: Op,
    preset: Preset,
    data: &Tensor,
    indices: &Tensor,
) -> Result<Tensor, Reason> {
    let call = Call {
        op,
        preset,
        data,
        indices,
    };
    match indices.element {
        ElementType::Int32 => call.by_index::<i32>(),
        ElementType::Int64 => call.by_index::<i64>(),
        found => Err(Reason::IndexType { found }),
    }
}

/// One call, not yet typed.
struct Call<'a> {
    op: Op,
    preset: Preset,
    data: &'a Tensor,
    indices: &'a Tensor,
}

impl Call<'_> {
    fn by_index<I: Index + Plain>(&self) -> Result<Tensor, Reason> {
        use ElementType as E;
        let (bytes, strings) = match &self.data.content {
            Content::Bytes(bytes) => (bytes.as_slice(), &[][..]),
            Content::Strings(strings) => (&[][..], strings.as_slice()),
        };
        match self.data.element {
            E::Float => self.plain::<f32, I>(bytes),
            E::Double => self.plain::<f64, I>(bytes),
            E::Float16 => self.plain::<f16, I>(bytes),
            E::Bfloat16 => self.plain::<bf16, I>(bytes),
            E::Complex64 => self.plain::<Complex<f32>, I>(bytes),
            E::Complex128 => self.plain::<Complex<f64>, I>(bytes),
            E::Bool => self.plain::<bool, I>(bytes),
            E::Int8 => self.plain::<i8, I>(bytes),
            E::Int16 => self.plain::<i16, I>(bytes),
            E::Int32 => self.plain::<i32, I>(bytes),
            E::Int64 => self.plain::<i64, I>(bytes),
            E::Uint16 => self.plain::<u16, I>(bytes),
            E::Uint32 => self.plain::<u32, I>(bytes),
            E::Uint64 => self.plain::<u64, I>(bytes),
            E::Uint8
            | E::Float8E4M3Fn
            | E::Float8E4M3FnUz
            | E::Float8E5M2
            | E::Float8E5M2FnUz
            | E::Float8E8M0 => self.plain::<u8, I>(bytes),
            E::String => Ok(self.tensor(self.typed::<String, I>(strings)?, Content::Strings)),
            found @ (E::Uint4 | E::Int4 | E::Float4E2M1 | E::Uint2 | E::Int2) => {
                Err(Reason::UnsupportedElementType { found })
            }
        }
    }

    fn plain<T: Plain, I: Index + Plain>(&self, bytes: &[u8]) -> Result<Tensor, Reason> {
        let out = self.typed::<T, I>(&T::read(bytes))?;
        Ok(self.tensor(out, |elements| Content::Bytes(T::write(&elements))))
    }

    fn typed<T: Element + FillValue, I: Index + Plain>(
        &self,
        elements: &[T],
    ) -> Result<TensorDyn<T>, GatherError> {
        let indices = match &self.indices.content {
            Content::Bytes(bytes) => I::read(bytes),
            Content::Strings(_) => Vec::new(),
        };
        let data = ViewDyn::new(elements, &self.data.shape)?;
        let indices = ViewDyn::new(&indices, &self.indices.shape)?;
        gather_op_dyn(self.op, data, indices, &GatherOptions::preset(self.preset))
    }

    fn tensor<T>(&self, out: TensorDyn<T>, content: impl FnOnce(Vec<T>) -> Content) -> Tensor {
        let element = self.data.element;
        let shape = out.shape().to_vec();
        let content = content(out.into_vec());
        Tensor {
            element,
            shape,
            content,
        }
    }
}

/// Elements that have bytes of their own. Reading and writing keeps every bit.
trait Plain: Element + FillValue + Copy {
    /// The elements in little-endian bytes; what is left over at the end is not an element.
    fn read(bytes: &[u8]) -> Vec<Self>;

    /// Their little-endian bytes.
    fn write(elements: &[Self]) -> Vec<u8>;
}

macro_rules! plain {
    ($($t:ty)*) => { $(
        impl Plain for $t {
            fn read(bytes: &[u8]) -> Vec<Self> {
                let (chunks, _) = bytes.as_chunks();
                chunks.iter().map(|chunk| Self::from_le_bytes(*chunk)).collect()
            }

            fn write(elements: &[Self]) -> Vec<u8> {
                elements.iter().flat_map(|element| element.to_le_bytes()).collect()
            }
        }
    )* };
}
plain!(f32 f64 f16 bf16 i8 i16 i32 i64 u8 u16 u32 u64);

impl Plain for bool {
    fn read(bytes: &[u8]) -> Vec<Self> {
        bytes.iter().map(|byte| *byte != 0).collect()
    }

    fn write(elements: &[Self]) -> Vec<u8> {
        elements.iter().copied().map(u8::from).collect()
    }
}

impl<T: Plain> Plain for Complex<T> {
    fn read(bytes: &[u8]) -> Vec<Self> {
        let parts = T::read(bytes);
        let (pairs, _) = parts.as_chunks();
        let complex = |[re, im]: &[T; 2]| Self { re: *re, im: *im };
        pairs.iter().map(complex).collect()
    }

    fn write(elements: &[Self]) -> Vec<u8> {
        let parts: Vec<T> = elements.iter().flat_map(|e| [e.re, e.im]).collect();
        T::write(&parts)
    }
}
