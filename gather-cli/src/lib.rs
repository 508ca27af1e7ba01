//! The command `gather` as a library: the program's `main` calls [`run`], and the readers of files can be
//! given bytes from anywhere.
//!
//! Exit codes: 0 if all went well, 1 if `check` found mistakes or a node test failed, 2 if the arguments or
//! the input were wrong; then one line on standard error names the file and the cause, and nothing has been
//! written.

#![deny(unsafe_code)]

mod args;
mod commands;
mod failure;
mod files;
mod progress;
pub mod readers;
mod show;

use std::process::ExitCode;

use clap::Parser as _;

/// Reads the command line and does what it says.
#[must_use]
pub fn run() -> ExitCode {
    let command = args::Cli::parse().command;
    match commands::run(command) {
        Ok(code) => code,
        Err(failure) => {
            let red = anstyle::AnsiColor::Red.on_default();
            anstream::eprintln!("gather: {red}error:{red:#} {failure}");
            ExitCode::from(2)
        }
    }
}
