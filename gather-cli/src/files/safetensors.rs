//! Tensors by name in `.safetensors` files.

use gather_core::DType;
use safetensors::{Dtype, SafeTensors, serialize, tensor::TensorView};

use super::{Loaded, map::Storage};

/// Names that a message lists before the rest is only counted.
const MOST_NAMES: usize = 8;

/// Finds a tensor in a file.
pub(crate) fn load(storage: Storage, name: Option<&str>) -> Result<Loaded, String> {
    let refused = |error| format!("not a .safetensors file: {error}");
    let (length, about) = SafeTensors::read_metadata(&storage).map_err(refused)?;
    let Some(name) = name else {
        let known = known(about.offset_keys());
        return Err(format!(
            "name a tensor, as in FILE.safetensors:TENSOR; {known}"
        ));
    };
    let Some(info) = about.info(name) else {
        return Err(format!(
            "there is no tensor `{name}`; {}",
            known(about.offset_keys())
        ));
    };
    let Some(dtype) = dtype_of(info.dtype) else {
        return Err(format!(
            "elements of type {:?} are not supported",
            info.dtype
        ));
    };
    // Eight bytes say how long the header is.
    let start = length.saturating_add(8);
    let range =
        start.saturating_add(info.data_offsets.0)..start.saturating_add(info.data_offsets.1);
    let loaded = Loaded {
        dtype,
        shape: info.shape.clone(),
        storage,
        range,
    };
    loaded.checked()
}

/// The names there are, as a sentence.
fn known(names: Vec<String>) -> String {
    let shown: Vec<_> = names
        .iter()
        .take(MOST_NAMES)
        .map(|name| format!("`{name}`"))
        .collect();
    let more = names.len() - shown.len();
    match (shown.len(), more) {
        (0, _) => "the file has no tensors".to_owned(),
        (_, 0) => format!("the file has {}", shown.join(", ")),
        _ => format!("the file has {} and {more} more", shown.join(", ")),
    }
}

/// A file with one tensor.
pub(crate) fn file(
    name: &str,
    dtype: DType,
    shape: &[usize],
    bytes: &[u8],
) -> Result<Vec<u8>, String> {
    let dtype = stored(dtype).ok_or_else(|| {
        format!("a .safetensors file cannot hold elements of type {dtype}; write a .npy file")
    })?;
    TensorView::new(dtype, shape.to_vec(), bytes)
        .and_then(|view| serialize([(name, view)], None))
        .map_err(|error| error.to_string())
}

/// The types that both sides have.
const TYPES: [(Dtype, DType); 14] = [
    (Dtype::BOOL, DType::Bool),
    (Dtype::I8, DType::I8),
    (Dtype::I16, DType::I16),
    (Dtype::I32, DType::I32),
    (Dtype::I64, DType::I64),
    (Dtype::U8, DType::U8),
    (Dtype::U16, DType::U16),
    (Dtype::U32, DType::U32),
    (Dtype::U64, DType::U64),
    (Dtype::F16, DType::F16),
    (Dtype::BF16, DType::Bf16),
    (Dtype::F32, DType::F32),
    (Dtype::F64, DType::F64),
    (Dtype::C64, DType::Complex64),
];

fn dtype_of(stored: Dtype) -> Option<DType> {
    let found = TYPES.iter().find(|(theirs, _)| *theirs == stored);
    found.map(|(_, ours)| *ours)
}

/// The type under which a file holds it.
pub(crate) fn stored(dtype: DType) -> Option<Dtype> {
    let found = TYPES.iter().find(|(_, ours)| *ours == dtype);
    found.map(|(theirs, _)| *theirs)
}
