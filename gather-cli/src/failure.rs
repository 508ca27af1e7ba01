//! Why a command gave up: one line that names the file and the cause.

use core::fmt::{self, Display};

/// What is wrong, and with what.
#[derive(Clone, Debug)]
pub(crate) struct Failure {
    subject: String,
    cause: String,
}

impl Failure {
    /// Something wrong with a file or an argument.
    pub(crate) fn new(subject: impl Display, cause: impl Display) -> Self {
        Self {
            subject: subject.to_string(),
            cause: cause.to_string(),
        }
    }
}

impl Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&one_line(format!("{}: {}", self.subject, self.cause)))
    }
}

/// Names of files and tensors may hold anything; the text stays on its line.
pub(crate) fn one_line(text: impl Display) -> String {
    let text = text.to_string();
    text.replace(char::is_control, " ")
}
