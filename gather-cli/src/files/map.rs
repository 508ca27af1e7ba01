//! Files as bytes.
//!
//! The one `unsafe` of this program is here: mapping a file.

use core::ops::Deref;
use std::{
    fs::File,
    io::{self, Read as _},
    path::Path,
};

use memmap2::Mmap;

/// The bytes of a file.
#[derive(Debug)]
pub(crate) enum Storage {
    /// Where the file is.
    Mapped(Mmap),
    /// In memory.
    Owned(Vec<u8>),
}

impl Deref for Storage {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            Self::Mapped(map) => map,
            Self::Owned(bytes) => bytes,
        }
    }
}

/// Maps a regular file; reads anything else that can be read, such as a pipe.
pub(crate) fn map(path: &Path) -> Result<Storage, String> {
    let opened = File::open(path).and_then(|file| Ok((file.metadata()?, file)));
    let (about, mut file) = opened.map_err(reason)?;
    if about.is_dir() {
        return Err("is a directory".to_owned());
    }
    if !about.is_file() || about.len() == 0 {
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(reason)?;
        return Ok(Storage::Owned(bytes));
    }
    map_regular(&file).map(Storage::Mapped).map_err(reason)
}

#[expect(unsafe_code, reason = "a map cannot be made without")]
fn map_regular(file: &File) -> io::Result<Mmap> {
    // SAFETY: the bytes must not change as long as the map exists. This program does not change them: the
    // map is read-only, an output is written to a new file that replaces a name and not contents, and
    // outputs that are inputs are refused. That no other program does is what `--help` asks of the user;
    // the bytes are only ever read as `u8`, of which every value is valid.
    unsafe { Mmap::map(file) }
}

/// The system's words without the number behind them.
pub(crate) fn reason(error: io::Error) -> String {
    words(&error)
}

/// The same for an error that is another's.
pub(crate) fn words(error: &io::Error) -> String {
    let text = error.to_string();
    match text.split_once(" (os error") {
        Some((words, _)) => words.to_lowercase(),
        None => text,
    }
}
