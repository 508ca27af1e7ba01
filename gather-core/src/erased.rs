//! Calls over tensors whose element types are known only while running: bytes, a shape and a [`DType`].
//!
//! A gather never looks at the elements it moves, so data of any type is taken as arrays of bytes, one
//! per element, and goes through the same loops as typed data of that width; an array of bytes needs no
//! alignment. Index values are read where they are if their bytes happen to be aligned, and copied first
//! if not.

use alloc::{borrow::Cow, vec::Vec};
use core::fmt;

use gather_spec::{Op, elements};

#[cfg(feature = "rayon")]
use crate::dynamic_par::gather_op_dyn_par;
use crate::{
    dtype::DType,
    dynamic::{gather_op_dyn, gather_op_dyn_into, gather_op_output_shape},
    element::Element,
    error::GatherError,
    explain::Explanation,
    fill::{ErasedFill, FillError},
    index::Index,
    kernel::{bytes::aligned_integers, general::allocate, tiny},
    options::GatherOptions,
    plan::Plan,
    sizes::Sizes,
    tensor::TensorDyn,
    view::{ViewDyn, check_length},
};

/// The choices of an erased call: those of every call, with a fill value for any element type.
///
/// ```
/// use gather_core::{ErasedFill, ErasedOptions, OutOfRange};
/// let own = ErasedOptions::default().out_of_range(OutOfRange::Fill(ErasedFill::Integer(-1)));
/// let jax = ErasedOptions::named("jax_fill")?; // NaN, the smallest, the largest: by element type
/// # let _ = (own, jax);
/// # Ok::<(), gather_core::UnknownPreset>(())
/// ```
pub type ErasedOptions<'a> = GatherOptions<ErasedFill<'a>>;

/// Borrowed bytes with an element type and a shape: elements in row-major order, in the machine's byte
/// order, at any address.
///
/// The elements lie side by side: there are no strides, and a transposed or sliced tensor has to be copied
/// first. Where its element type is known, a [`ViewDyn`] takes it as it lies.
///
/// ```
/// use gather_core::{DType, ErasedView};
/// let view = ErasedView::new(DType::I16, &[3], &[1, 0, 2, 0, 3, 0])?;
/// assert_eq!((view.dtype(), view.shape(), view.len()), (DType::I16, &[3][..], 3));
/// assert_eq!(
///     ErasedView::new(DType::F32, &[3], &[0; 11]).unwrap_err().to_string(),
///     "3 elements of type f32 must have 12 bytes, found 11"
/// );
/// # Ok::<(), gather_core::ErasedError>(())
/// ```
///
/// Invariant 1: `bytes.len()` is the number of elements of `shape` times the size of `dtype`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct ErasedView<'a> {
    dtype: DType,
    shape: &'a [usize],
    bytes: &'a [u8],
}

/// Owned bytes with an element type and a shape.
///
/// ```
/// use gather_core::{DType, ErasedTensor};
/// let tensor = ErasedTensor::new(DType::U8, vec![2, 1], vec![7, 8])?;
/// assert_eq!(tensor.view().bytes(), [7, 8]);
/// assert_eq!(tensor.into_parts(), (DType::U8, vec![2, 1], vec![7, 8]));
/// # Ok::<(), gather_core::ErasedError>(())
/// ```
///
/// Invariant as for [`ErasedView`].
#[derive(Clone, PartialEq, Eq)]
pub struct ErasedTensor {
    dtype: DType,
    shape: Sizes,
    bytes: Vec<u8>,
}

/// Why an erased call was refused.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum ErasedError {
    /// For a reason that any call has.
    Gather(GatherError),
    /// The bytes are not as many as shape and element type need.
    ByteLength {
        /// The element type.
        dtype: DType,
        /// How many elements the shape has.
        elements: usize,
        /// How many bytes there are.
        found: usize,
    },
    /// The number of bytes does not fit `usize`.
    ByteOverflow {
        /// The element type.
        dtype: DType,
        /// How many elements the shape has.
        elements: usize,
    },
    /// Indices of a type that is not an integer.
    IndexType {
        /// The type they have.
        found: DType,
    },
    /// The fill value cannot be an element of data.
    Fill(FillError),
}

impl From<GatherError> for ErasedError {
    fn from(error: GatherError) -> Self {
        Self::Gather(error)
    }
}

impl From<FillError> for ErasedError {
    fn from(error: FillError) -> Self {
        Self::Fill(error)
    }
}

impl fmt::Display for ErasedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Gather(error) => error.fmt(f),
            Self::Fill(error) => error.fmt(f),
            Self::ByteLength {
                dtype,
                elements,
                found,
            } => {
                let expected = elements.saturating_mul(dtype.size());
                let plural = if *elements == 1 { "" } else { "s" };
                write!(
                    f,
                    "{elements} element{plural} of type {dtype} must have {expected} bytes, found {found}"
                )
            }
            Self::ByteOverflow { dtype, elements } => write!(
                f,
                "the number of bytes of {elements} elements of type {dtype} overflows"
            ),
            Self::IndexType { found } => write!(
                f,
                "indices must be integers (i8, i16, i32, i64, u8, u16, u32 or u64), found {found}"
            ),
        }
    }
}

// The texts of the inner errors are shown in full, so there is no source to show again.
impl core::error::Error for ErasedError {}

/// Whether so many bytes can be elements of this type with this shape.
fn check_bytes(dtype: DType, shape: &[usize], found: usize) -> Result<(), ErasedError> {
    let Some(elements) = elements(shape) else {
        // Names the dimension at which the count overflows.
        return Ok(check_length(found, shape)?);
    };
    match elements.checked_mul(dtype.size()) {
        Some(expected) if expected == found => Ok(()),
        Some(_) => Err(ErasedError::ByteLength {
            dtype,
            elements,
            found,
        }),
        None => Err(ErasedError::ByteOverflow { dtype, elements }),
    }
}

impl<'a> ErasedView<'a> {
    /// A view of `bytes`, whose number must be that of the shape's elements times their size.
    ///
    /// # Errors
    ///
    /// [`ErasedError::ByteLength`], [`ErasedError::ByteOverflow`] or [`GatherError::ShapeOverflow`].
    pub fn new(dtype: DType, shape: &'a [usize], bytes: &'a [u8]) -> Result<Self, ErasedError> {
        check_bytes(dtype, shape, bytes.len())?;
        Ok(Self {
            dtype,
            shape,
            bytes,
        })
    }

    /// The element type.
    #[must_use]
    pub const fn dtype(&self) -> DType {
        self.dtype
    }

    /// The sizes, outermost first.
    #[must_use]
    pub const fn shape(&self) -> &'a [usize] {
        self.shape
    }

    /// The elements' bytes in row-major order.
    #[must_use]
    pub const fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// Number of elements.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.bytes.len() / self.dtype.size()
    }

    /// Whether there are no elements.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// The elements as arrays of `N` bytes, which must be their size: then invariant 1 is that of the
    /// result.
    fn arrays<const N: usize>(&self) -> Result<ViewDyn<'a, [u8; N]>, GatherError> {
        ViewDyn::new(self.bytes.as_chunks().0, self.shape)
    }
}

impl ErasedTensor {
    /// A tensor of `bytes`, whose number must be that of the shape's elements times their size.
    ///
    /// # Errors
    ///
    /// As [`ErasedView::new`].
    pub fn new(dtype: DType, shape: Vec<usize>, bytes: Vec<u8>) -> Result<Self, ErasedError> {
        check_bytes(dtype, &shape, bytes.len())?;
        Ok(Self {
            dtype,
            shape: shape.into(),
            bytes,
        })
    }

    /// The element type.
    #[must_use]
    pub const fn dtype(&self) -> DType {
        self.dtype
    }

    /// The sizes, outermost first.
    #[must_use]
    pub fn shape(&self) -> &[usize] {
        &self.shape
    }

    /// The elements' bytes in row-major order.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Borrows it.
    #[must_use]
    pub fn view(&self) -> ErasedView<'_> {
        ErasedView {
            dtype: self.dtype,
            shape: &self.shape,
            bytes: &self.bytes,
        }
    }

    /// Element type, shape and bytes.
    #[must_use]
    pub fn into_parts(self) -> (DType, Vec<usize>, Vec<u8>) {
        (self.dtype, self.shape.into(), self.bytes)
    }
}

impl fmt::Debug for ErasedView<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { dtype, shape, .. } = self;
        write!(
            f,
            "ErasedView {dtype}{shape:?} of {} bytes",
            self.bytes.len()
        )
    }
}

impl fmt::Debug for ErasedTensor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { dtype, shape, .. } = self;
        write!(
            f,
            "ErasedTensor {dtype}{shape:?} of {} bytes",
            self.bytes.len()
        )
    }
}

/// Does something with a view of the index values, for each index type.
macro_rules! by_index_type {
    ($indices:expr, |$view:ident| $body:expr) => {
        by_index_type!($indices, |$view| $body, I8 i8, I16 i16, I32 i32, I64 i64, U8 u8, U16 u16, U32 u32, U64 u64)
    };
    ($indices:expr, |$view:ident| $body:expr, $($dtype:ident $integer:ident),*) => {
        match $indices.dtype {
            $(DType::$dtype => {
                let values = values($indices.bytes, $integer::from_ne_bytes)?;
                let $view = ViewDyn::new(&values, $indices.shape)?;
                $body
            })*
            found => Err(ErasedError::IndexType { found }),
        }
    };
}

/// GatherND, Gather or GatherElements over data of any element type and indices of any integer type.
///
/// The result is that of [`gather_op_dyn`] on the same elements.
///
/// # Errors
///
/// As the call of the operator; also if the indices are not integers, or the fill value cannot be an
/// element of data.
///
/// ```
/// use gather_core::{DType, ErasedOptions, ErasedView, Op, gather_erased};
/// let rows = [1_f32, 2.0, 3.0, 4.0].map(f32::to_ne_bytes);
/// let data = ErasedView::new(DType::F32, &[2, 2], rows.as_flattened())?;
/// let last = (-1_i64).to_ne_bytes();
/// let indices = ErasedView::new(DType::I64, &[1, 1], &last)?;
/// let out = gather_erased(Op::gather_nd(0), data, indices, &ErasedOptions::default())?;
/// assert_eq!((out.dtype(), out.shape()), (DType::F32, &[1, 2][..]));
/// assert_eq!(out.bytes(), [3_f32, 4.0].map(f32::to_ne_bytes).as_flattened());
///
/// let error = gather_erased(Op::gather(0, 0), data, data, &ErasedOptions::default()).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "indices must be integers (i8, i16, i32, i64, u8, u16, u32 or u64), found f32"
/// );
/// # Ok::<(), gather_core::ErasedError>(())
/// ```
// Inline, so that the loops for all types are compiled where they are called and nowhere else.
#[inline]
pub fn gather_erased(
    op: Op,
    data: ErasedView<'_>,
    indices: ErasedView<'_>,
    options: &ErasedOptions<'_>,
) -> Result<ErasedTensor, ErasedError> {
    let call = Call { op, data, options };
    by_index_type!(indices, |indices| call.by_width::<_, OneThread>(indices))
}

/// The same on several threads: results and errors are those of [`gather_erased`].
///
/// The threads are those of the rayon pool that the call runs in. Calls of little work are done by the
/// caller's thread alone.
///
/// # Errors
///
/// As [`gather_erased`].
///
/// ```
/// use gather_core::{DType, ErasedOptions, ErasedView, Op, gather_erased, gather_erased_par};
/// let data = ErasedView::new(DType::U8, &[3], b"abc")?;
/// let (op, options) = (Op::gather(0, 0), ErasedOptions::default());
/// let picks: Vec<u8> = (0..=255).map(|n| n % 3).cycle().take(1 << 20).collect();
/// let indices = ErasedView::new(DType::U8, &[1 << 20], &picks)?;
/// assert_eq!(gather_erased_par(op, data, indices, &options)?, gather_erased(op, data, indices, &options)?);
/// # Ok::<(), gather_core::ErasedError>(())
/// ```
#[cfg(feature = "rayon")]
#[inline]
pub fn gather_erased_par(
    op: Op,
    data: ErasedView<'_>,
    indices: ErasedView<'_>,
    options: &ErasedOptions<'_>,
) -> Result<ErasedTensor, ErasedError> {
    let call = Call { op, data, options };
    by_index_type!(indices, |indices| call.by_width::<_, Pool>(indices))
}

/// [`gather_erased`] over an existing buffer of bytes, at any address. Allocates nothing, unless the bytes of the
/// indices are not aligned as their type is in this machine; then they are copied first.
///
/// # Errors
///
/// As [`gather_erased`]; also if `out` does not have the output's number of bytes. After an index error
/// `out` holds some mixture of old and new elements, after any other it is untouched.
///
/// ```
/// use gather_core::{DType, ErasedOptions, ErasedView, Op, gather_erased_into};
/// let data = ErasedView::new(DType::U8, &[3], b"abc")?;
/// let indices = ErasedView::new(DType::U8, &[2], &[2, 0])?;
/// let mut out = [0; 2];
/// gather_erased_into(Op::gather(0, 0), data, indices, &ErasedOptions::default(), &mut out)?;
/// assert_eq!(&out, b"ca");
/// # Ok::<(), gather_core::ErasedError>(())
/// ```
#[inline]
pub fn gather_erased_into(
    op: Op,
    data: ErasedView<'_>,
    indices: ErasedView<'_>,
    options: &ErasedOptions<'_>,
    out: &mut [u8],
) -> Result<(), ErasedError> {
    let call = Call { op, data, options };
    by_index_type!(indices, |indices| call.by_width_into(indices, out))
}

/// Says which kernel an erased call would use, and why. Nothing is moved.
///
/// # Errors
///
/// As [`gather_erased`], indices out of range aside.
///
/// ```
/// use gather_core::{DType, ErasedOptions, ErasedView, Op, explain_erased};
/// let data = ErasedView::new(DType::U8, &[3], b"abc")?;
/// let indices = ErasedView::new(DType::U8, &[2], &[2, 0])?;
/// let told = explain_erased(Op::gather(0, 0), data, indices, &ErasedOptions::default())?;
/// assert_eq!(told.kernel().to_string(), "gather_tiny_u8_k1_error");
/// # Ok::<(), gather_core::ErasedError>(())
/// ```
pub fn explain_erased(
    op: Op,
    data: ErasedView<'_>,
    indices: ErasedView<'_>,
    options: &ErasedOptions<'_>,
) -> Result<Explanation, ErasedError> {
    let rules = options.rules(op.operator()).map_err(GatherError::from)?;
    let (shape, size) = (data.shape(), data.dtype().size());
    by_index_type!(indices, |indices| {
        let plan = Plan::new(op, shape, indices.shape(), rules)?;
        let small = options.plain().is_some()
            && tiny::is_for(op, shape, indices.shape(), plan.rows(), plan.slice());
        Ok(told(&indices, &plan, size, small))
    })
}

fn told<I: Index>(_: &ViewDyn<'_, I>, plan: &Plan<'_>, size: usize, small: bool) -> Explanation {
    Explanation::of::<I>(plan, size, true, small)
}

/// The integers that these bytes are: where they are, if they are aligned, or else a copy.
fn values<I: Index, const N: usize>(
    bytes: &[u8],
    read: fn([u8; N]) -> I,
) -> Result<Cow<'_, [I]>, GatherError> {
    if let Some(aligned) = aligned_integers(bytes) {
        return Ok(Cow::Borrowed(aligned));
    }
    let (stored, _) = bytes.as_chunks();
    let mut values = allocate(stored.len())?;
    values.extend(stored.iter().copied().map(read));
    Ok(Cow::Owned(values))
}

/// Who does the work of a call that returns a tensor.
trait Threads {
    fn gather<T: Element + Send + Sync, I: Index>(
        op: Op,
        data: ViewDyn<'_, T>,
        indices: ViewDyn<'_, I>,
        options: &GatherOptions<T>,
    ) -> Result<TensorDyn<T>, GatherError>;
}

/// The caller's thread.
struct OneThread;

impl Threads for OneThread {
    fn gather<T: Element + Send + Sync, I: Index>(
        op: Op,
        data: ViewDyn<'_, T>,
        indices: ViewDyn<'_, I>,
        options: &GatherOptions<T>,
    ) -> Result<TensorDyn<T>, GatherError> {
        gather_op_dyn(op, data, indices, options)
    }
}

/// The threads of the pool that the call runs in.
#[cfg(feature = "rayon")]
struct Pool;

#[cfg(feature = "rayon")]
impl Threads for Pool {
    fn gather<T: Element + Send + Sync, I: Index>(
        op: Op,
        data: ViewDyn<'_, T>,
        indices: ViewDyn<'_, I>,
        options: &GatherOptions<T>,
    ) -> Result<TensorDyn<T>, GatherError> {
        gather_op_dyn_par(op, data, indices, options)
    }
}

/// Everything but the indices.
struct Call<'a> {
    op: Op,
    data: ErasedView<'a>,
    options: &'a ErasedOptions<'a>,
}

impl Call<'_> {
    fn by_width<I: Index, H: Threads>(
        &self,
        indices: ViewDyn<'_, I>,
    ) -> Result<ErasedTensor, ErasedError> {
        match self.data.dtype.size() {
            16 => self.fresh::<I, H, 16>(indices),
            8 => self.fresh::<I, H, 8>(indices),
            4 => self.fresh::<I, H, 4>(indices),
            2 => self.fresh::<I, H, 2>(indices),
            _ => self.fresh::<I, H, 1>(indices),
        }
    }

    fn by_width_into<I: Index>(
        &self,
        indices: ViewDyn<'_, I>,
        out: &mut [u8],
    ) -> Result<(), ErasedError> {
        match self.data.dtype.size() {
            16 => self.over::<I, 16>(indices, out),
            8 => self.over::<I, 8>(indices, out),
            4 => self.over::<I, 4>(indices, out),
            2 => self.over::<I, 2>(indices, out),
            _ => self.over::<I, 1>(indices, out),
        }
    }

    fn fresh<I: Index, H: Threads, const N: usize>(
        &self,
        indices: ViewDyn<'_, I>,
    ) -> Result<ErasedTensor, ErasedError> {
        let options = self.options_of_arrays()?;
        let out = H::gather::<[u8; N], I>(self.op, self.data.arrays()?, indices, &options)?;
        let (elements, shape) = out.into_parts();
        Ok(ErasedTensor {
            dtype: self.data.dtype,
            shape,
            bytes: elements.into_flattened(),
        })
    }

    fn over<I: Index, const N: usize>(
        &self,
        indices: ViewDyn<'_, I>,
        out: &mut [u8],
    ) -> Result<(), ErasedError> {
        let (data, options) = (self.data.arrays::<N>()?, self.options_of_arrays()?);
        let rules = options
            .rules(self.op.operator())
            .map_err(GatherError::Rule)?;
        let shape = gather_op_output_shape(self.op, data.shape(), indices.shape(), rules)?;
        let (elements, found) = (shape.elements(), out.len());
        let (arrays, rest) = out.as_chunks_mut();
        if arrays.len() != elements || !rest.is_empty() {
            let dtype = self.data.dtype;
            return Err(ErasedError::ByteLength {
                dtype,
                elements,
                found,
            });
        }
        Ok(gather_op_dyn_into(
            self.op, data, indices, &options, arrays,
        )?)
    }

    /// The choices with the fill value as an element of data.
    fn options_of_arrays<const N: usize>(&self) -> Result<GatherOptions<[u8; N]>, ErasedError> {
        let element = |fill: &ErasedFill<'_>| Ok(fill.bytes(self.data.dtype)?.array());
        self.options.try_map_fill(element)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{string::ToString, vec};

    #[test]
    fn bytes_that_do_not_fit_their_shape_are_refused() {
        let text = |dtype, shape: &[usize], bytes: &[u8]| {
            ErasedView::new(dtype, shape, bytes)
                .unwrap_err()
                .to_string()
        };
        assert_eq!(
            text(DType::F64, &[], &[0; 9]),
            "1 element of type f64 must have 8 bytes, found 9"
        );
        assert_eq!(
            text(DType::I8, &[2, 0, 3], &[0]),
            "0 elements of type i8 must have 0 bytes, found 1"
        );
        assert_eq!(
            text(DType::F32, &[usize::MAX / 2], &[]),
            "the number of bytes of 9223372036854775807 elements of type f32 overflows"
        );
        assert_eq!(
            text(DType::F32, &[usize::MAX, 2], &[]),
            "the number of elements of the shape overflows at dimension 1 of size 2"
        );
    }

    #[test]
    fn output_of_another_length_is_refused_untouched() {
        let data = ErasedView::new(DType::U16, &[2], &[1, 0, 2, 0]).unwrap();
        let indices = ErasedView::new(DType::U8, &[2], &[0, 1]).unwrap();
        for found in [0, 3, 5, 6] {
            let mut out = vec![9; found];
            let options = ErasedOptions::default();
            let result = gather_erased_into(Op::gather(0, 0), data, indices, &options, &mut out);
            let length = ErasedError::ByteLength {
                dtype: DType::U16,
                elements: 2,
                found,
            };
            assert_eq!(result, Err(length));
            assert_eq!(out, vec![9; found]);
        }
    }

    #[test]
    fn error_is_small_enough_to_return_by_value() {
        assert!(size_of::<ErasedError>() < 128, "clippy's measure of large");
    }
}
