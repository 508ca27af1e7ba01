//! A file that is being written, and is removed if that comes to no end.
//!
//! Giving up drops the file, which removes it. An interrupt drops nothing, so the path is also kept where
//! the handler of interrupts finds it.

use std::{
    fs, io,
    path::PathBuf,
    process,
    sync::{Mutex, Once, PoisonError},
};

use tempfile::NamedTempFile;

/// What a shell reports for a program that Ctrl-C has ended.
const INTERRUPTED: i32 = 130;

/// The file of this run that has no name yet: a command writes one.
static PATH: Mutex<Option<PathBuf>> = Mutex::new(None);

/// A file without its name.
#[derive(Debug)]
pub(super) struct Unfinished(Option<NamedTempFile>);

impl Unfinished {
    /// Makes the file. An interrupt finds nothing yet, or waits until the file can be found: there is no
    /// moment at which it is there and nobody knows.
    pub(super) fn new(make: impl FnOnce() -> io::Result<NamedTempFile>) -> io::Result<Self> {
        on_interrupt();
        let mut path = PATH.lock().unwrap_or_else(PoisonError::into_inner);
        let file = make()?;
        *path = Some(file.path().to_owned());
        Ok(Self(Some(file)))
    }

    pub(super) fn set_permissions(&self, permissions: fs::Permissions) -> io::Result<()> {
        let file = self.0.as_ref();
        file.map_or(Ok(()), |file| file.as_file().set_permissions(permissions))
    }

    /// Does the last thing with it; if that fails, it is removed.
    pub(super) fn finish(
        mut self,
        last: impl FnOnce(NamedTempFile) -> io::Result<()>,
    ) -> io::Result<()> {
        self.0.take().map_or(Ok(()), last)
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        self.0 = None;
        *PATH.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }
}

/// From now on an interrupt removes what is unfinished. Where there is no handler to be had, it leaves a hidden
/// file behind.
fn on_interrupt() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let _ = interrupts::handle(|| {
            let path = PATH.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(path) = &*path {
                let _ = fs::remove_file(path);
            }
            process::exit(INTERRUPTED);
        });
    });
}

/// Signals that end a program. One that the caller has decided to ignore, as `nohup` does, is left alone, and
/// the others are handled all the same.
#[cfg(unix)]
mod interrupts {
    use std::{fs, io, thread};

    use signal_hook::{
        consts::{SIGHUP, SIGINT, SIGTERM},
        iterator::Signals,
    };

    pub(super) fn handle(end: fn()) -> io::Result<()> {
        let ignored = ignored();
        let all = [SIGINT, SIGTERM, SIGHUP].into_iter();
        let mut signals = Signals::new(all.filter(|signal| !is_in(ignored, *signal)))?;
        thread::Builder::new()
            .spawn(move || signals.forever().for_each(|_| end()))
            .map(|_| ())
    }

    /// The signals that are ignored, a bit for each. Where the system does not tell, it is the one that
    /// `nohup` is for.
    fn ignored() -> u64 {
        let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
        let mut lines = status.lines();
        let mask = lines.find_map(|line| line.strip_prefix("SigIgn:"));
        let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
        mask.unwrap_or(1 << (SIGHUP - 1))
    }

    fn is_in(signals: u64, signal: i32) -> bool {
        signals >> (signal - 1) & 1 != 0
    }
}

/// Without signals there is Ctrl-C.
#[cfg(not(unix))]
mod interrupts {
    pub(super) fn handle(end: fn()) -> Result<(), ctrlc::Error> {
        ctrlc::try_set_handler(end)
    }
}
