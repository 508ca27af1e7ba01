//! `gather`: GatherND, Gather and GatherElements on files and in ONNX models, and what the macro would say
//! and write.
//!
//! Exit codes: 0 if all went well, 1 if `check` found mistakes or a node test failed, 2 if the arguments or
//! the input were wrong; then one line on standard error names the file and the cause, and nothing has been
//! written.

#![deny(unsafe_code)]

mod args;
mod commands;
mod failure;
mod files;
mod show;

use std::process::ExitCode;

use clap::Parser as _;

fn main() -> ExitCode {
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
