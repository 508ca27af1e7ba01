//! A file that is being written, and is removed if that comes to no end.
//!
//! Giving up drops the file, which removes it. An interrupt drops nothing, so the path is also kept where
//! the handler of interrupts finds it. Who is first decides: an interrupt before the last step leaves nothing
//! and exit code 130, one that comes later finds a whole result and ends the command as it would have ended.

use std::{
    fs,
    io::{self, Write as _},
    path::PathBuf,
    process,
    sync::{Mutex, MutexGuard, Once, PoisonError},
};

use tempfile::NamedTempFile;

/// What a shell reports for a program that Ctrl-C has ended.
const INTERRUPTED: i32 = 130;

/// How far the file of this run is: a command writes one.
static STATE: Mutex<State> = Mutex::new(State::NotBegun);

enum State {
    NotBegun,
    /// It is at this path, without its name.
    Unfinished(PathBuf),
    /// It has its name, and the command is about to end.
    Finished,
}

fn state() -> MutexGuard<'static, State> {
    STATE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A file without its name.
#[derive(Debug)]
pub(super) struct Unfinished(Option<NamedTempFile>);

impl Unfinished {
    /// Makes the file. An interrupt finds nothing yet, or waits until the file can be found: there is no
    /// moment at which it is there and nobody knows.
    pub(super) fn new(make: impl FnOnce() -> io::Result<NamedTempFile>) -> io::Result<Self> {
        on_interrupt();
        let mut state = state();
        let file = make()?;
        *state = State::Unfinished(file.path().to_owned());
        Ok(Self(Some(file)))
    }

    pub(super) fn set_permissions(&self, permissions: fs::Permissions) -> io::Result<()> {
        let file = self.0.as_ref();
        file.map_or(Ok(()), |file| file.as_file().set_permissions(permissions))
    }

    /// Appends to it.
    pub(super) fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        let file = self.0.as_mut();
        file.map_or(Ok(()), |file| file.write_all(bytes))
    }

    /// Waits for the disk, so that a name never stands for half a file.
    pub(super) fn sync(&self) -> io::Result<()> {
        let file = self.0.as_ref();
        file.map_or(Ok(()), |file| file.as_file().sync_data())
    }

    /// Does the last thing with it; if that fails, it is removed. An interrupt waits until it is done.
    pub(super) fn finish(
        mut self,
        last: impl FnOnce(NamedTempFile) -> io::Result<()>,
    ) -> io::Result<()> {
        let mut state = state();
        let done = self.0.take().map_or(Ok(()), last);
        *state = match done {
            Ok(()) => State::Finished,
            Err(_) => State::NotBegun,
        };
        done
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        // Nothing is left to remove of what was finished, or failed to be.
        if let Some(file) = self.0.take() {
            drop(file);
            *state() = State::NotBegun;
        }
    }
}

/// From now on an interrupt removes what is unfinished. Where there is no handler to be had, it leaves a hidden
/// file behind.
fn on_interrupt() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let _ = interrupts::handle(|| {
            // Kept until the process is gone, so that nothing is begun or finished meanwhile.
            let state = state();
            match &*state {
                State::Finished => process::exit(0),
                State::Unfinished(path) => drop(fs::remove_file(path)),
                State::NotBegun => {}
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
