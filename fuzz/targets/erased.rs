//! Type-erased calls on raw bytes at any address against the oracle: every element type and index type,
//! indices of types that are none, fill values of every kind, bytes too few or too many.

#![no_main]

use arbitrary::{Arbitrary, Result, Unstructured};
use gather_core::{
    DType, ErasedError, ErasedFill, ErasedOptions, ErasedTensor, ErasedView, GatherError,
    OutOfRange, gather_erased, gather_erased_into,
};
use gather_fuzz::Call;
use gather_tests::{
    agree::options,
    oracle::{Case, Refused, elements},
    types::INDEX_TYPES,
};
use libfuzzer_sys::fuzz_target;

/// A call, and how its tensors are stored.
#[derive(Debug)]
struct Input {
    call: Call,
    data: DType,
    fill: Fill,
    /// Bytes before those of data, indices and output.
    shifts: [usize; 3],
    /// What is wrong with the storage.
    wrong: Wrong,
    /// Data, repeated as needed.
    bytes: Vec<u8>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Wrong {
    Nothing,
    DataBytes,
    IndexBytes,
    OutputBytes,
    IndexType,
}

#[derive(Debug, Arbitrary)]
enum Fill {
    Zero,
    Missing,
    Integer(i64),
    Float(f64),
    Complex(f64, f64),
    Bytes(Vec<u8>),
    /// As many bytes as an element has.
    Fitting(u8),
}

impl<'a> Arbitrary<'a> for Input {
    fn arbitrary(bytes: &mut Unstructured<'a>) -> Result<Self> {
        let wrong = match u8::arbitrary(bytes)? {
            0..8 => Wrong::DataBytes,
            8..16 => Wrong::IndexBytes,
            16..24 => Wrong::OutputBytes,
            24..32 => Wrong::IndexType,
            _ => Wrong::Nothing,
        };
        let mut shift = || bytes.int_in_range(0..=7);
        Ok(Self {
            wrong,
            shifts: [shift()?, shift()?, shift()?],
            data: *bytes.choose(DType::ALL)?,
            fill: bytes.arbitrary()?,
            call: bytes.arbitrary()?,
            bytes: bytes.arbitrary()?,
        })
    }
}

impl Fill {
    /// The fill value, with room for bytes of so many.
    fn erased<'a>(&'a self, room: &'a mut Vec<u8>, size: usize) -> ErasedFill<'a> {
        match self {
            Self::Zero => ErasedFill::Zero,
            Self::Missing => ErasedFill::Missing,
            Self::Integer(value) => ErasedFill::Integer((*value).into()),
            Self::Float(value) => ErasedFill::Float(*value),
            Self::Complex(re, im) => ErasedFill::Complex { re: *re, im: *im },
            Self::Bytes(bytes) => ErasedFill::Bytes(bytes),
            Self::Fitting(byte) => {
                room.resize(size, *byte);
                ErasedFill::Bytes(room)
            }
        }
    }
}

/// The index types in the order of `INDEX_TYPES`; those of pointers' width are not erased.
const INDICES: [DType; 10] = [
    DType::I8,
    DType::I16,
    DType::I32,
    DType::I64,
    DType::I64,
    DType::U8,
    DType::U16,
    DType::U32,
    DType::U64,
    DType::U64,
];

/// Bytes that begin `shift` behind an aligned address.
fn stored(bytes: impl Iterator<Item = u8>, shift: usize) -> Vec<u8> {
    core::iter::repeat_n(0xAA, shift).chain(bytes).collect()
}

/// What an erased call must give.
fn expected(case: &Case, data: &[u8], size: usize, fill: &[u8]) -> Option<(Vec<usize>, Vec<u8>)> {
    let gathered = case.expected().ok()?;
    let element = |source: &Option<usize>| match source {
        Some(at) => data[at * size..][..size].to_vec(),
        None => fill.to_vec(),
    };
    let bytes = gathered.sources.iter().flat_map(element).collect();
    Some((gathered.shape, bytes))
}

/// The refusals that the oracle knows.
fn is_refused_alike(case: &Case, error: &ErasedError) -> bool {
    match (case.expected(), error) {
        (Err(Refused::Rule), ErasedError::Gather(GatherError::Rule(_))) => true,
        (Err(Refused::Index { flat, value }), ErasedError::Gather(GatherError::Index(error))) => {
            (error.flat(), error.value()) == (flat, value)
        }
        _ => false,
    }
}

impl Input {
    fn run(&self) {
        let (case, size) = (&self.call.case, self.data.size());
        let (Ok(data_count), Ok(index_count)) = (elements(&case.data), elements(&case.indices))
        else {
            return;
        };
        if !self.call.is_small() {
            return;
        }
        let index_type = match self.wrong {
            Wrong::IndexType => DType::F32,
            _ => INDICES[self.call.index_type],
        };
        let some = self.bytes.iter().chain(&[0xFF]).copied().cycle();
        let extra = usize::from(self.wrong == Wrong::DataBytes);
        let data = stored(some.take(data_count * size + extra), self.shifts[0]);
        let width = index_type.size();
        let extra = usize::from(self.wrong == Wrong::IndexBytes);
        let values = case.values.iter().flat_map(|value| {
            // Wide enough for all of them, little end first, as this machine has it.
            value.to_le_bytes().into_iter().take(width)
        });
        let some = core::iter::repeat_n(0x55, index_count * width);
        let values: Vec<u8> = match self.wrong {
            Wrong::IndexType => some.collect(),
            _ => values.chain(core::iter::repeat_n(1, extra)).collect(),
        };
        let values = stored(values.into_iter(), self.shifts[1]);

        let data_view = ErasedView::new(self.data, &case.data, &data[self.shifts[0]..]);
        let indices_view = ErasedView::new(index_type, &case.indices, &values[self.shifts[1]..]);
        let (data_view, indices_view) = match (data_view, indices_view) {
            (Ok(data), Ok(indices)) => (data, indices),
            (data, indices) => {
                let wrong = [Wrong::DataBytes, Wrong::IndexBytes].contains(&self.wrong);
                assert!(wrong, "{data:?}, {indices:?} of {self:?}");
                return;
            }
        };
        let mut room = Vec::new();
        let fill = self.fill.erased(&mut room, size);
        let options: ErasedOptions<'_> = options(case, fill);
        let fresh = gather_erased(case.op, data_view, indices_view, &options);
        self.judge(&fresh, data_view, fill);
        self.over_agrees(&fresh, data_view, indices_view, &options);
    }

    fn judge(
        &self,
        fresh: &core::result::Result<ErasedTensor, ErasedError>,
        data: ErasedView<'_>,
        fill: ErasedFill<'_>,
    ) {
        let case = &self.call.case;
        let filled = matches!(case.rules.out_of_range, OutOfRange::Fill(()));
        let bytes = fill.bytes(self.data);
        let fill = match &bytes {
            Ok(bytes) => bytes.as_slice(),
            Err(_) => &[],
        };
        match fresh {
            Ok(found) => {
                assert_ne!(self.wrong, Wrong::IndexType, "{self:?}");
                assert!(bytes.is_ok() || !filled, "{self:?}");
                let (shape, bytes) = expected(case, data.bytes(), self.data.size(), fill)
                    .unwrap_or_else(|| panic!("{found:?} is not refused: {self:?}"));
                assert_eq!(found.dtype(), self.data, "{self:?}");
                assert_eq!(found.shape(), shape, "{self:?}");
                assert_eq!(found.bytes(), bytes, "{self:?}");
            }
            Err(ErasedError::IndexType { .. }) => assert_eq!(self.wrong, Wrong::IndexType),
            Err(ErasedError::Fill(_)) => assert!(filled && bytes.is_err(), "{self:?}"),
            Err(error) => assert!(is_refused_alike(case, error), "{error:?} of {self:?}"),
        }
    }

    /// The call over a buffer gives the same bytes or the same error.
    fn over_agrees(
        &self,
        fresh: &core::result::Result<ErasedTensor, ErasedError>,
        data: ErasedView<'_>,
        indices: ErasedView<'_>,
        options: &ErasedOptions<'_>,
    ) {
        const KEPT: u8 = 0x5A;
        let case = &self.call.case;
        let count = case.output_shape().and_then(|shape| elements(&shape));
        let right = count.unwrap_or(3) * self.data.size();
        let extra = usize::from(self.wrong == Wrong::OutputBytes);
        let mut out = vec![KEPT; self.shifts[2] + right + extra];
        let buffer = &mut out[self.shifts[2]..];
        let result = gather_erased_into(case.op, data, indices, options, buffer);
        match (fresh, result) {
            (Ok(_), Err(ErasedError::ByteLength { found, .. })) => {
                assert_eq!((self.wrong, found), (Wrong::OutputBytes, buffer.len()));
                assert!(buffer.iter().all(|byte| *byte == KEPT), "{self:?}");
            }
            (Ok(fresh), result) => {
                assert_eq!(result, Ok(()), "{self:?}");
                assert_eq!(buffer, fresh.bytes(), "{self:?}");
            }
            (Err(_), Err(ErasedError::ByteLength { .. })) if extra == 1 => {
                assert!(buffer.iter().all(|byte| *byte == KEPT), "{self:?}");
            }
            (Err(fresh), result) => {
                assert!(
                    same_error(fresh, &result),
                    "{result:?}, {fresh:?}: {self:?}"
                );
                let untouched = buffer.iter().all(|byte| *byte == KEPT);
                let partial = matches!(fresh, ErasedError::Gather(GatherError::Index(_)));
                assert!(untouched || partial, "{self:?}");
            }
        }
    }
}

/// A fill value that is not a number is not itself, so errors are compared as text.
fn same_error(expected: &ErasedError, found: &core::result::Result<(), ErasedError>) -> bool {
    found
        .as_ref()
        .is_err_and(|found| format!("{found:?}") == format!("{expected:?}"))
}

fuzz_target!(|input: Input| {
    assert_eq!(INDICES.len(), INDEX_TYPES.len(), "a type for each");
    input.run();
});
