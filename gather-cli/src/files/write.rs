//! Results into files: whole or not at all.
//!
//! A [`Target`] is a place that was found fit for a result; [`Target::open`] makes a temporary file beside
//! it, before the work, so that a folder that cannot be written is told at once. The result is written
//! there and reaches the disk before the file takes the target's name. Whatever goes wrong on the way, or an
//! interrupt, removes the temporary file and leaves the target as it was.

use std::{
    ffi::OsStr,
    fs, io,
    path::{Path, PathBuf},
};

use gather_core::{DType, ErasedTensor};
use tempfile::{NamedTempFile, PersistError};

use super::{Source, map::reason, npy, safetensors, unfinished::Unfinished};
use crate::{failure::Failure, progress::Progress};

/// Bytes that are written between two steps of the progress.
const PIECE: usize = 8 << 20;

/// A place where a result of some type can be written.
#[derive(Debug)]
pub(crate) struct Target(Source);

impl Target {
    /// Checks a place before the work: it must not be an input, what is there must be a file that may be
    /// replaced, and its format must have the type.
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
            Source::Safetensors(path, _) if path.exists() => Err(target.failure(EXISTS)),
            Source::Safetensors(..) if safetensors::stored(dtype).is_none() => {
                let cause = format!(
                    "a .safetensors file cannot hold elements of type {dtype}; write a .npy file"
                );
                Err(target.failure(cause))
            }
            Source::Npy(_) | Source::Safetensors(..) => match cannot_be_replaced(target.path()) {
                Some(cause) => Err(target.failure(cause)),
                None => Ok(Self(target)),
            },
        }
    }

    /// Makes room for the result beside the place.
    pub(crate) fn open(self) -> Result<Output, Failure> {
        match room_beside(self.0.path()) {
            Ok(file) => Ok(Output {
                file,
                target: self.0,
            }),
            Err(error) => Err(self.0.failure(reason(error))),
        }
    }
}

/// What is said about a file that has tensors already.
const EXISTS: &str = "the file exists; a tensor is not added to a file";

/// Whether two paths lead to one file, by whatever links. To be compared, files are opened; opening a pipe
/// would wait for its other end.
fn is_same(target: &Path, input: &Path) -> bool {
    target.is_file() && input.is_file() && same_file::is_same_file(target, input).unwrap_or(false)
}

/// Why what is there must stay; nothing if it may be replaced, or if nothing is there.
fn cannot_be_replaced(path: &Path) -> Option<&'static str> {
    let about = fs::metadata(path).ok()?;
    if about.is_dir() {
        Some("is a directory")
    } else if !about.is_file() {
        Some("is not a regular file")
    } else if about.permissions().readonly() {
        Some("the file is read-only")
    } else {
        None
    }
}

/// A result on its way: an unnamed file that will take the place of the target.
#[derive(Debug)]
pub(crate) struct Output {
    target: Source,
    file: Unfinished,
}

impl Output {
    /// Writes the result and gives it its name.
    pub(crate) fn write(self, tensor: &ErasedTensor, progress: &Progress) -> Result<(), Failure> {
        let Self { target, file } = self;
        let (dtype, shape, bytes) = (tensor.dtype(), tensor.shape(), tensor.bytes());
        let whole;
        let (head, bytes) = match &target {
            Source::Npy(_) => (npy::head(dtype, shape).unwrap_or_default(), bytes),
            Source::Safetensors(_, name) => {
                let name = name.as_deref().unwrap_or_default();
                whole = safetensors::file(name, dtype, shape, bytes)
                    .map_err(|cause| target.failure(cause))?;
                (Vec::new(), &whole[..])
            }
        };
        progress.writing();
        let replaced = match &target {
            Source::Npy(path) => replace(file, path, &[&head, bytes], progress),
            Source::Safetensors(path, _) => appear(file, path, &[&head, bytes], progress),
        };
        replaced.map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => target.failure(EXISTS),
            _ => target.failure(reason(error)),
        })
    }
}

/// An empty file in the folder of a path, or of the file that a link there leads to.
fn room_beside(path: &Path) -> io::Result<Unfinished> {
    let path = followed(path);
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let mut builder = tempfile::Builder::new();
    builder.prefix(".gather-");
    // As any new file, and not as secret as temporary ones are.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let file = Unfinished::new(|| builder.tempfile_in(folder))?;
    // Who could read an older result can read the new one, and nobody else.
    if let Ok(older) = fs::metadata(&path) {
        file.set_permissions(older.permissions())?;
    }
    Ok(file)
}

/// Where a link leads; the path itself if it is none.
fn followed(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}

/// Puts a file under a name that may be another's.
fn replace(file: Unfinished, path: &Path, parts: &[&[u8]], progress: &Progress) -> io::Result<()> {
    put(file, parts, progress, |file| file.persist(followed(path)))
}

/// Puts a file under a name that is nobody's.
fn appear(file: Unfinished, path: &Path, parts: &[&[u8]], progress: &Progress) -> io::Result<()> {
    put(file, parts, progress, |file| file.persist_noclobber(path))
}

/// Writes all parts, waits for the disk and names the file.
fn put(
    mut file: Unfinished,
    parts: &[&[u8]],
    progress: &Progress,
    name: impl FnOnce(NamedTempFile) -> Result<fs::File, PersistError>,
) -> io::Result<()> {
    for piece in parts.iter().flat_map(|part| part.chunks(PIECE)) {
        file.write(piece)?;
        progress.wrote(piece.len());
    }
    file.sync()?;
    file.finish(|file| name(file).map(drop).map_err(|error| error.error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_whole_and_progress_counts_their_bytes() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out.npy");
        let body: Vec<u8> = (0..=u8::MAX).cycle().take(2 * PIECE + 3).collect();
        let progress = Progress::of(0);
        let file = room_beside(&path).unwrap();
        assert!(!path.exists(), "not yet");
        replace(file, &path, &[b"head", &body], &progress).unwrap();
        let written = fs::read(&path).unwrap();
        assert_eq!(written.split_at(4), (&b"head"[..], &body[..]));
        assert_eq!(progress.bytes_written(), written.len() as u64);
    }

    #[test]
    fn a_file_that_appeared_meanwhile_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out.safetensors");
        let file = room_beside(&path).unwrap();
        fs::write(&path, b"another's").unwrap();
        let error = appear(file, &path, &[b"ours"], &Progress::of(0)).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::AlreadyExists);
        assert_eq!(fs::read(&path).unwrap(), b"another's");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_file_that_is_given_up_is_removed() {
        let folder = tempfile::tempdir().unwrap();
        let file = room_beside(&folder.path().join("out.npy")).unwrap();
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        drop(file);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }
}
