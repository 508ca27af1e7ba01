//! A bar for long work, on a terminal and nowhere else.

use core::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

/// Results of at least this many bytes are long work.
const LONG: usize = 1 << 28;

/// How often something moves while rows are gathered.
const TICK: Duration = Duration::from_millis(100);

/// The progress of a result on its way: first gathered, then written byte by byte.
#[derive(Debug)]
pub(crate) struct Progress(ProgressBar);

impl Progress {
    /// For a result of so many bytes. Short work has a bar that nobody sees, as has all work where standard
    /// error is no terminal.
    pub(crate) fn of(bytes: usize) -> Self {
        let length = u64::try_from(bytes).unwrap_or(u64::MAX);
        Self(if bytes < LONG {
            ProgressBar::hidden()
        } else {
            ProgressBar::new(length)
        })
    }

    /// Rows are being gathered: how far is not known, that it goes on is.
    pub(crate) fn gathering(&self) {
        let style = ProgressStyle::with_template("{spinner} gathering {total_bytes}, {elapsed}");
        self.show(style.ok());
        self.0.enable_steady_tick(TICK);
    }

    /// The result is there and is being written.
    pub(crate) fn writing(&self) {
        self.0.disable_steady_tick();
        let template = "{bar:32} {bytes} of {total_bytes} written, {eta} left";
        self.show(ProgressStyle::with_template(template).ok());
    }

    fn show(&self, style: Option<ProgressStyle>) {
        if let Some(style) = style {
            self.0.set_style(style);
        }
    }

    /// So many more bytes have been written.
    pub(crate) fn wrote(&self, bytes: usize) {
        self.0.inc(u64::try_from(bytes).unwrap_or(0));
    }

    /// All is done, or has failed; what is printed next stands on a line of its own.
    pub(crate) fn done(&self) {
        self.0.finish_and_clear();
    }

    #[cfg(test)]
    pub(crate) fn bytes_written(&self) -> u64 {
        self.0.position()
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.done();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_template_that_is_wrong_would_leave_the_bar_without_words() {
        for template in [
            "{spinner} gathering {total_bytes}, {elapsed}",
            "{bar:32} {bytes} of {total_bytes} written, {eta} left",
        ] {
            assert!(ProgressStyle::with_template(template).is_ok(), "{template}");
        }
    }

    #[test]
    fn short_work_is_not_shown() {
        assert!(Progress::of(LONG - 1).0.is_hidden(), "short");
        assert_eq!(Progress::of(LONG).0.length(), Some(1 << 28), "long");
    }
}
