//! `gather`: GatherND, Gather and GatherElements on files and in ONNX models, and what the macro would say
//! and write.

#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    gather_cli::run()
}
