//! The commands, a file each.

mod explain;
mod gather;
mod kernel;
mod onnx;

use std::{
    io::{self, Write as _},
    process::ExitCode,
};

use crate::{args::Command, failure::Failure, files::words};

/// Does what the command line says.
pub(crate) fn run(command: Command) -> Result<ExitCode, Failure> {
    match command {
        Command::Gather(call) => gather::run(call),
        Command::Explain(call) => explain::run(call),
        Command::Expand(kernel) => kernel::expand(&kernel.spec),
        Command::Check(kernel) => kernel::check(&kernel.spec),
        Command::Onnx(model) => onnx::list(&model.model),
        Command::OnnxTest(tests) => onnx::test(&tests.dirs),
    }
}

/// Prints to standard output, without colours where they are not shown. A reader that has had enough is no
/// failure.
fn print(text: &str) -> Result<(), Failure> {
    let mut out = anstream::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(Failure::new("standard output", words(&error)))
        }
        _ => Ok(()),
    }
}
