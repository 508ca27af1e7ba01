//! Results into files: whole or not at all.
//!
//! A result is written to a temporary file beside its target, which then takes the target's name. What
//! can be known to fail is found out before the work begins.

use std::{
    ffi::OsStr,
    io::{self, Write as _},
    path::{Path, PathBuf},
};

use gather_core::{DType, ErasedTensor};

use super::{Source, map::reason, npy, safetensors};
use crate::failure::Failure;

/// A place where a result of some type can be written.
#[derive(Debug)]
pub(crate) struct Target(Source);

impl Target {
    /// Checks a place before the work: it must not be an input, and its format must have the type.
    pub(crate) fn new(written: PathBuf, dtype: DType, inputs: &[&Path]) -> Result<Self, Failure> {
        let target = Source::from(written);
        for input in inputs {
            if is_same(target.path(), input) {
                return Err(target.failure("the output must not be one of the inputs"));
            }
        }
        match &target {
            Source::Npy(path) if path.extension() != Some(OsStr::new("npy")) => {
                Err(target.failure("expected OUT.npy or OUT.safetensors:TENSOR"))
            }
            Source::Npy(_) if npy::head(dtype, &[]).is_none() => {
                let cause = format!(
                    "a .npy file cannot hold elements of type {dtype}; write to OUT.safetensors:TENSOR"
                );
                Err(target.failure(cause))
            }
            Source::Safetensors(_, None) => {
                Err(target.failure("name the tensor, as in OUT.safetensors:TENSOR"))
            }
            Source::Safetensors(path, _) if path.exists() => {
                Err(target.failure("the file exists; a tensor is not added to a file"))
            }
            Source::Safetensors(..) if safetensors::stored(dtype).is_none() => {
                let cause = format!(
                    "a .safetensors file cannot hold elements of type {dtype}; write a .npy file"
                );
                Err(target.failure(cause))
            }
            _ => Ok(Self(target)),
        }
    }

    /// Writes the result.
    pub(crate) fn write(&self, tensor: &ErasedTensor) -> Result<(), Failure> {
        let (dtype, shape, bytes) = (tensor.dtype(), tensor.shape(), tensor.bytes());
        let file;
        let (head, bytes) = match &self.0 {
            Source::Npy(_) => (npy::head(dtype, shape).unwrap_or_default(), bytes),
            Source::Safetensors(_, name) => {
                let name = name.as_deref().unwrap_or_default();
                file = safetensors::file(name, dtype, shape, bytes)
                    .map_err(|cause| self.0.failure(cause))?;
                (Vec::new(), &file[..])
            }
        };
        replace(self.0.path(), &[&head, bytes]).map_err(|error| self.0.failure(reason(error)))
    }
}

/// Whether two paths lead to one file, by whatever links.
fn is_same(target: &Path, input: &Path) -> bool {
    same_file::is_same_file(target, input).unwrap_or(false)
}

/// Puts a new file under this name.
fn replace(path: &Path, parts: &[&[u8]]) -> io::Result<()> {
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let mut builder = tempfile::Builder::new();
    builder.prefix(".gather-");
    // As any new file, and not as secret as temporary ones are.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut file = builder.tempfile_in(folder)?;
    parts.iter().try_for_each(|part| file.write_all(part))?;
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
}
