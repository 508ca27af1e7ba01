//! The program's readers over bytes in memory. Whatever the bytes are, a reader gives a tensor whose bytes
//! agree with its shape, or one line that says what is wrong.
//!
//! ```
//! use gather_cli::readers;
//! let indices = readers::literal("[[0, 1], [-1, 7]]")?;
//! assert_eq!(indices.shape(), [2, 2]);
//! let file = readers::npy_file(&indices).expect("`.npy` files hold i64");
//! assert_eq!(readers::npy(file)?, indices);
//! assert!(readers::npy(b"PK".to_vec()).unwrap_err().starts_with("not a .npy file"));
//! # Ok::<(), String>(())
//! ```

use gather_core::ErasedTensor;

use crate::files::{Literal, Loaded, Storage, npy, safetensors};

/// The tensor of a `.npy` file.
///
/// # Errors
///
/// The file is not one, or holds elements of another kind, or too few or too many bytes.
pub fn npy(file: Vec<u8>) -> Result<ErasedTensor, String> {
    owned(&npy::load(Storage::Owned(file))?)
}

/// A tensor of a `.safetensors` file by its name.
///
/// # Errors
///
/// The file is not one, or has no such tensor, or one whose elements are of another kind.
pub fn safetensors(file: Vec<u8>, name: &str) -> Result<ErasedTensor, String> {
    owned(&safetensors::load(Storage::Owned(file), Some(name))?)
}

/// Indices as they are written on the command line: a number, or lists of numbers in lists.
///
/// # Errors
///
/// The text is something else, with the column where that shows.
pub fn literal(text: &str) -> Result<ErasedTensor, String> {
    owned(&text.parse::<Literal>()?.load())
}

/// A tensor as a `.npy` file; `None` if the format has no such element type.
#[must_use]
pub fn npy_file(tensor: &ErasedTensor) -> Option<Vec<u8>> {
    let mut file = npy::head(tensor.dtype(), tensor.shape())?;
    file.extend(tensor.bytes());
    Some(file)
}

/// A tensor as a `.safetensors` file in which it has this name.
///
/// # Errors
///
/// The format has no such element type.
pub fn safetensors_file(name: &str, tensor: &ErasedTensor) -> Result<Vec<u8>, String> {
    safetensors::file(name, tensor.dtype(), tensor.shape(), tensor.bytes())
}

fn owned(loaded: &Loaded) -> Result<ErasedTensor, String> {
    let view = loaded.view().map_err(|error| error.to_string())?;
    ErasedTensor::new(view.dtype(), view.shape().to_vec(), view.bytes().to_vec())
        .map_err(|error| error.to_string())
}
