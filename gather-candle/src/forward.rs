//! The forward pass: candle's storage as views of `gather-core`, one call, storage again.

use candle_core::{
    CpuStorage, CustomOp2, Error, Layout, Result, Shape, Tensor, backend::BackendStorage as _,
};
use gather_core::{
    Element, GatherError, GatherOptions, Index, Op, Operator, ViewDyn, gather_op_dyn,
};

use crate::backward;

/// One of the three operators, as candle runs it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Gather {
    pub(crate) op: Op,
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
            CpuStorage::U8(data) => call.run(data, CpuStorage::U8),
            CpuStorage::U32(data) => call.run(data, CpuStorage::U32),
            CpuStorage::I16(data) => call.run(data, CpuStorage::I16),
            CpuStorage::I32(data) => call.run(data, CpuStorage::I32),
            CpuStorage::I64(data) => call.run(data, CpuStorage::I64),
            CpuStorage::BF16(data) => call.run(data, CpuStorage::BF16),
            CpuStorage::F16(data) => call.run(data, CpuStorage::F16),
            CpuStorage::F32(data) => call.run(data, CpuStorage::F32),
            CpuStorage::F64(data) => call.run(data, CpuStorage::F64),
            CpuStorage::F8E8M0(data) => call.run(data, CpuStorage::F8E8M0),
            CpuStorage::F8E4M3(data) => call.run(bytemuck::cast_slice::<_, u8>(data), |bytes| {
                CpuStorage::F8E4M3(bytemuck::cast_vec(bytes))
            }),
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
        let of_data = backward::scatter_add(*self, data, indices, gradient)?;
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
        storage: impl FnOnce(Vec<T>) -> CpuStorage,
    ) -> Result<(CpuStorage, Shape)> {
        let gathered = match self.values {
            CpuStorage::U8(values) => self.gathered(data, values),
            CpuStorage::U32(values) => self.gathered(data, values),
            CpuStorage::I16(values) => self.gathered(data, values),
            CpuStorage::I32(values) => self.gathered(data, values),
            CpuStorage::I64(values) => self.gathered(data, values),
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
    ) -> core::result::Result<(Vec<T>, Vec<usize>), GatherError> {
        let (data, indices) = (self.data.view(data)?, self.indices.view(values)?);
        let tensor = gather_op_dyn(self.gather.op, data, indices, &GatherOptions::default())?;
        let shape = tensor.shape().to_vec();
        Ok((tensor.into_vec(), shape))
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
