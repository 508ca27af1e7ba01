//! Tensors in files and on the command line.
//!
//! A [`Source`] is what the user wrote; [`Loaded`] is a tensor that was found there, its bytes mapped from
//! the file where they can be used as they lie.

mod layout;
mod literal;
mod map;
pub(crate) mod npy;
pub(crate) mod safetensors;
mod unfinished;
mod write;

use core::{fmt, ops::Range};
use std::path::{Path, PathBuf};

use gather_core::{DType, ErasedError, ErasedView};

use crate::failure::Failure;
pub(crate) use literal::Literal;
pub(crate) use map::{Storage, words};
pub(crate) use write::Target;

/// What stands between a file and the tensor in it.
const TENSOR_MARK: &str = ".safetensors:";

/// Where a tensor is or shall be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    /// A file that is one tensor.
    Npy(PathBuf),
    /// A tensor by name in a file of several; `None` if no name was given.
    Safetensors(PathBuf, Option<String>),
}

impl From<PathBuf> for Source {
    fn from(written: PathBuf) -> Self {
        let Some(text) = written.to_str() else {
            return Self::Npy(written);
        };
        if let Some(at) = text.find(TENSOR_MARK) {
            let (path, name) = text.split_at(at + TENSOR_MARK.len() - 1);
            return Self::Safetensors(path.into(), Some(name[1..].to_owned()));
        }
        if text.ends_with(".safetensors") {
            return Self::Safetensors(written, None);
        }
        Self::Npy(written)
    }
}

impl Source {
    /// The file.
    pub(crate) fn path(&self) -> &Path {
        match self {
            Self::Npy(path) | Self::Safetensors(path, _) => path,
        }
    }

    /// A failure about it.
    pub(crate) fn failure(&self, cause: impl fmt::Display) -> Failure {
        Failure::new(self, cause)
    }

    /// Maps the file and finds the tensor.
    pub(crate) fn load(&self) -> Result<Loaded, Failure> {
        let storage = map::map(self.path()).map_err(|cause| self.failure(cause))?;
        let loaded = match self {
            Self::Npy(_) => npy::load(storage),
            Self::Safetensors(_, name) => safetensors::load(storage, name.as_deref()),
        };
        loaded.map_err(|cause| self.failure(cause))
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Npy(path) | Self::Safetensors(path, None) => path.display().fmt(f),
            Self::Safetensors(path, Some(name)) => write!(f, "{}:{name}", path.display()),
        }
    }
}

/// A tensor whose bytes are in memory or mapped, in row-major order and the machine's byte order.
#[derive(Debug)]
pub(crate) struct Loaded {
    dtype: DType,
    shape: Vec<usize>,
    storage: Storage,
    /// Where in the storage.
    range: Range<usize>,
}

impl Loaded {
    /// A tensor that is the whole of these bytes.
    fn owned(dtype: DType, shape: Vec<usize>, bytes: Vec<u8>) -> Self {
        Self {
            dtype,
            shape,
            range: 0..bytes.len(),
            storage: Storage::Owned(bytes),
        }
    }

    /// The tensor, if there are as many bytes as its shape needs.
    pub(crate) fn view(&self) -> Result<ErasedView<'_>, ErasedError> {
        let bytes = self.storage.get(self.range.clone()).unwrap_or_default();
        ErasedView::new(self.dtype, &self.shape, bytes)
    }

    /// The same, as the last step of loading.
    fn checked(self) -> Result<Self, String> {
        match self.view() {
            Ok(_) => Ok(self),
            Err(error) => Err(error.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tensors_are_named_behind_the_extension() {
        let source = |text: &str| Source::from(PathBuf::from(text));
        assert_eq!(source("a.npy"), Source::Npy("a.npy".into()));
        assert_eq!(source("a:b.npy"), Source::Npy("a:b.npy".into()));
        let named = Source::Safetensors("m.safetensors".into(), Some("x:y".into()));
        assert_eq!(source("m.safetensors:x:y"), named);
        assert_eq!(named.to_string(), "m.safetensors:x:y");
        let unnamed = Source::Safetensors("m.safetensors".into(), None);
        assert_eq!(source("m.safetensors"), unnamed);
    }
}
