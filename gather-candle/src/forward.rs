//! The forward pass: candle's storage as views of `gather-core`, one call, storage again.

use candle_core::{
    CpuStorage, CustomOp2, Error, Layout, Result, Shape, Tensor, backend::BackendStorage as _,
};
use float8::F8E4M3;
use gather_core::{
    DType, Element, ErasedFill, ErasedOptions, GatherError, GatherOptions, Index, Op, Operator,
    ViewDyn, gather_op_dyn,
};
use half::{bf16, f16};

use crate::backward;

/// One of the three operators, as candle runs it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Gather {
    pub(crate) op: Op,
    pub(crate) options: ErasedOptions<'static>,
}

impl CustomOp2 for Gather {
    fn name(&self) -> &'static str {
        match self.op.operator() {
            Operator::GatherNd => "gather-nd",
            Operator::Gather => "gather",
            Operator::GatherElements => "gather-elements",
        }
    }

    fn cpu_fwd(
        &self,
        data: &CpuStorage,
        data_layout: &Layout,
        indices: &CpuStorage,
        indices_layout: &Layout,
    ) -> Result<(CpuStorage, Shape)> {
        let call = Call {
            gather: self,
            data: Place::of(data_layout),
            indices: Place::of(indices_layout),
            values: indices,
        };
        match data {
            CpuStorage::U8(data) => {
                let fill = |fill: &ErasedFill<'_>| number(fill, DType::U8, u8::from_ne_bytes);
                call.run(data, fill, CpuStorage::U8)
            }
            CpuStorage::U32(data) => {
                let fill = |fill: &ErasedFill<'_>| number(fill, DType::U32, u32::from_ne_bytes);
                call.run(data, fill, CpuStorage::U32)
            }
            CpuStorage::I16(data) => {
                let fill = |fill: &ErasedFill<'_>| number(fill, DType::I16, i16::from_ne_bytes);
                call.run(data, fill, CpuStorage::I16)
            }
            CpuStorage::I32(data) => {
                let fill = |fill: &ErasedFill<'_>| number(fill, DType::I32, i32::from_ne_bytes);
                call.run(data, fill, CpuStorage::I32)
            }
            CpuStorage::I64(data) => {
                let fill = |fill: &ErasedFill<'_>| number(fill, DType::I64, i64::from_ne_bytes);
                call.run(data, fill, CpuStorage::I64)
            }
            CpuStorage::BF16(data) => {
                let fill = |fill: &ErasedFill<'_>| number(fill, DType::Bf16, bf16::from_ne_bytes);
                call.run(data, fill, CpuStorage::BF16)
            }
            CpuStorage::F16(data) => {
                let fill = |fill: &ErasedFill<'_>| number(fill, DType::F16, f16::from_ne_bytes);
                call.run(data, fill, CpuStorage::F16)
            }
            CpuStorage::F32(data) => {
                let fill = |fill: &ErasedFill<'_>| number(fill, DType::F32, f32::from_ne_bytes);
                call.run(data, fill, CpuStorage::F32)
            }
            CpuStorage::F64(data) => {
                let fill = |fill: &ErasedFill<'_>| number(fill, DType::F64, f64::from_ne_bytes);
                call.run(data, fill, CpuStorage::F64)
            }
            CpuStorage::F8E8M0(data) => call.run(data, scale, CpuStorage::F8E8M0),
            CpuStorage::F8E4M3(data) => {
                let storage =
                    |bytes: Vec<u8>| CpuStorage::F8E4M3(bytemuck::cast_vec::<u8, F8E4M3>(bytes));
                call.run(bytemuck::cast_slice::<_, u8>(data), small_float, storage)
            }
            // Packed: an element is not a whole number of bytes.
            CpuStorage::F6E2M3(_) | CpuStorage::F6E3M2(_) | CpuStorage::F4(_) => {
                Err(Error::UnsupportedDTypeForOp(data.dtype(), self.name()).bt())
            }
        }
    }

    fn bwd(
        &self,
        data: &Tensor,
        indices: &Tensor,
        _output: &Tensor,
        gradient: &Tensor,
    ) -> Result<(Option<Tensor>, Option<Tensor>)> {
        let of_data = backward::scatter_add(self, data, indices, gradient)?;
        Ok((Some(of_data), None))
    }
}

/// A call whose element type is still to be found out.
struct Call<'a> {
    gather: &'a Gather,
    data: Place<'a>,
    indices: Place<'a>,
    values: &'a CpuStorage,
}

impl Call<'_> {
    /// With the element type known, finds out the index type.
    fn run<T: Element>(
        &self,
        data: &[T],
        fill: impl Fn(&ErasedFill<'_>) -> Result<T>,
        storage: impl FnOnce(Vec<T>) -> CpuStorage,
    ) -> Result<(CpuStorage, Shape)> {
        let options = self.gather.options.try_map_fill(fill)?;
        let gathered = match self.values {
            CpuStorage::U8(values) => self.gathered(data, values, &options),
            CpuStorage::U32(values) => self.gathered(data, values, &options),
            CpuStorage::I16(values) => self.gathered(data, values, &options),
            CpuStorage::I32(values) => self.gathered(data, values, &options),
            CpuStorage::I64(values) => self.gathered(data, values, &options),
            other => {
                return Err(Error::UnexpectedDType {
                    msg: "indices must be u8, u32, i16, i32 or i64",
                    expected: candle_core::DType::I64,
                    got: other.dtype(),
                }
                .bt());
            }
        };
        let (elements, shape) = gathered.map_err(Error::wrap)?;
        Ok((storage(elements), Shape::from(shape)))
    }

    fn gathered<T: Element, I: Index>(
        &self,
        data: &[T],
        values: &[I],
        options: &GatherOptions<T>,
    ) -> core::result::Result<(Vec<T>, Vec<usize>), GatherError> {
        let (data, indices) = (self.data.view(data)?, self.indices.view(values)?);
        let tensor = gather_op_dyn(self.gather.op, data, indices, options)?;
        let shape = tensor.shape().to_vec();
        Ok((tensor.into_vec(), shape))
    }
}

/// A fill value as an element of a type that `gather-core` knows.
fn number<T, const N: usize>(
    fill: &ErasedFill<'_>,
    dtype: DType,
    read: fn([u8; N]) -> T,
) -> Result<T> {
    let bytes = fill.bytes(dtype).map_err(Error::wrap)?;
    bytes
        .as_slice()
        .try_into()
        .map(read)
        .map_err(|error: core::array::TryFromSliceError| Error::wrap(error))
}

/// A fill value as the bits of an `f8e4m3`: its byte, or the nearest to a number.
fn small_float(fill: &ErasedFill<'_>) -> Result<u8> {
    match fill {
        ErasedFill::Bytes([bits]) => Ok(*bits),
        _ => number(fill, DType::F32, f32::from_ne_bytes)
            .map(|value| F8E4M3::from_f32(value).to_bits()),
    }
}

/// A fill value as an `f8e8m0`, which has no zero and is a scale rather than a number: its byte.
fn scale(fill: &ErasedFill<'_>) -> Result<u8> {
    match fill {
        ErasedFill::Bytes([bits]) => Ok(*bits),
        _ => Err(Error::Msg(format!(
            "the fill value {fill} cannot be an f8e8m0; give it as its byte"
        ))
        .bt()),
    }
}

/// Where a tensor lies in its storage.
struct Place<'a> {
    offset: usize,
    shape: &'a [usize],
    strides: Vec<isize>,
}

impl<'a> Place<'a> {
    fn of(layout: &'a Layout) -> Self {
        Self {
            offset: layout.start_offset(),
            shape: layout.dims(),
            // candle's strides are not negative; one that does not fit leads nowhere and is refused below.
            strides: layout
                .stride()
                .iter()
                .map(|step| step.cast_signed())
                .collect(),
        }
    }

    fn view<'v, T>(
        &'v self,
        storage: &'v [T],
    ) -> core::result::Result<ViewDyn<'v, T>, GatherError> {
        ViewDyn::from_strides(storage, self.offset, self.shape, &self.strides)
    }
}
