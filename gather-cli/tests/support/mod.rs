//! Running the command, and files to run it on.

#![allow(
    dead_code,
    unreachable_pub,
    missing_debug_implementations,
    clippy::unwrap_used,
    reason = "tests, each of which is a crate of its own and uses a part of this"
)]

use std::{
    ffi::OsStr,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

/// What the command did.
pub struct Done {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

/// Runs `gather` in a folder.
pub fn gather<S: AsRef<OsStr>>(folder: &Path, arguments: impl IntoIterator<Item = S>) -> Done {
    let done = Command::new(env!("CARGO_BIN_EXE_gather"))
        .args(arguments)
        .current_dir(folder)
        .output()
        .unwrap();
    Done {
        code: done.status.code(),
        out: String::from_utf8(done.stdout).unwrap(),
        err: String::from_utf8(done.stderr).unwrap(),
    }
}

/// An empty folder with a few files of good input.
pub struct Bench {
    folder: tempfile::TempDir,
}

impl Bench {
    /// `data.npy`: f32 `[3, 2]`, 0 to 5. `indices.npy`: i64 `[2]`, 2 and 0.
    pub fn new() -> Self {
        let bench = Self {
            folder: tempfile::tempdir().unwrap(),
        };
        let data: Vec<u8> = (0_u8..6).flat_map(|n| f32::from(n).to_le_bytes()).collect();
        bench.write("data.npy", &npy("<f4", false, "(3, 2)", &data));
        let indices = [2_i64, 0].map(i64::to_le_bytes);
        bench.write(
            "indices.npy",
            &npy("<i8", false, "(2,)", indices.as_flattened()),
        );
        bench
    }

    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    pub fn write(&self, name: &str, bytes: &[u8]) -> PathBuf {
        let path = self.path().join(name);
        fs::write(&path, bytes).unwrap();
        path
    }

    /// Runs the words of a line.
    pub fn run(&self, line: &str) -> Done {
        gather(self.path(), line.split_whitespace())
    }

    /// The names of all files.
    pub fn files(&self) -> Vec<String> {
        let entries = fs::read_dir(self.path()).unwrap();
        let mut names: Vec<_> = entries
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    /// Runs a line that must fail with one line of message, and write nothing. Returns the message.
    #[track_caller]
    pub fn refused(&self, line: &str) -> String {
        let before = self.files();
        let done = self.run(line);
        assert_eq!(done.code, Some(2), "{line}: {}{}", done.out, done.err);
        assert_eq!(done.out, "", "{line}");
        assert_eq!(self.files(), before, "{line}");
        let message = done.err.strip_prefix("gather: error: ").unwrap();
        let message = message.strip_suffix('\n').unwrap();
        assert!(!message.contains('\n'), "{line}: {message}");
        message.to_owned()
    }

    /// The lines that a command prints.
    #[track_caller]
    pub fn printed(&self, line: &str) -> String {
        let done = self.run(line);
        assert_eq!((done.code, done.err.as_str()), (Some(0), ""), "{line}");
        done.out
    }
}

/// A `.npy` file with a header of 64 bytes or more.
pub fn npy(descr: &str, fortran_order: bool, shape: &str, bytes: &[u8]) -> Vec<u8> {
    let order = if fortran_order { "True" } else { "False" };
    let text = format!("{{'descr': '{descr}', 'fortran_order': {order}, 'shape': {shape}, }}");
    npy_with(&format!("{text:<117}\n"), bytes)
}

/// A `.npy` file with this header, however long.
pub fn npy_with(header: &str, bytes: &[u8]) -> Vec<u8> {
    let length = u16::try_from(header.len()).unwrap().to_le_bytes();
    [b"\x93NUMPY\x01\x00", &length[..], header.as_bytes(), bytes].concat()
}

/// A `.safetensors` file with this header.
pub fn safetensors(header: &str, bytes: &[u8]) -> Vec<u8> {
    let length = u64::try_from(header.len()).unwrap().to_le_bytes();
    [&length[..], header.as_bytes(), bytes].concat()
}
