//! `onnx` and `onnx-test`: the gather nodes of models, and ONNX's tests of such nodes.

use std::{
    path::{Path, PathBuf},
    process::ExitCode,
};

use anstyle::{AnsiColor, Style};
use gather_onnx::{Error, NodeSpec, Outcome, Reason, run_tests};

use super::print;
use crate::{
    failure::{Failure, one_line},
    files::words,
    show::counted,
};

/// Prints the gather nodes of a model, and a kernel for each.
pub(super) fn list(model: &Path) -> Result<ExitCode, Failure> {
    let nodes = gather_onnx::list(model).map_err(|error| failure(&error))?;
    let name = one_line(model.display());
    let mut text = format!("{name}: {}", counted(nodes.len(), "gather node"));
    let kernels: Vec<_> = nodes.iter().map(NodeSpec::macro_line).collect();
    match kernels.iter().filter(|kernel| kernel.is_err()).count() {
        0 => text += "\n",
        without => text += &format!(", {without} without a kernel\n"),
    }
    let (bold, yellow) = (Style::new().bold(), AnsiColor::Yellow.on_default());
    for (node, kernel) in nodes.iter().zip(kernels) {
        text += &format!("{bold}{node}{bold:#}\n");
        text += &match kernel {
            Ok(line) => format!("    {line}\n"),
            Err(error) => format!("    {yellow}no kernel:{yellow:#} {}\n", error.reason()),
        };
    }
    for missing in gather_onnx::missing_data(model).map_err(|error| failure(&error))? {
        let missing = one_line(missing);
        text += &format!(
            "{yellow}note:{yellow:#} external data `{missing}` is missing; the list does not need it\n"
        );
    }
    print(&text)?;
    Ok(ExitCode::SUCCESS)
}

/// Runs node tests and prints what became of each.
pub(super) fn test(dirs: &[PathBuf]) -> Result<ExitCode, Failure> {
    dirs.iter().try_for_each(|dir| {
        let usable = usable(dir);
        usable.map_err(|cause| Failure::new(dir.display(), cause))
    })?;
    let outcomes = run_tests(dirs);
    let mut text: String = outcomes.iter().map(outcome).collect();
    let (passed, failed) = (outcomes.passed(), outcomes.failed());
    text += &format!("{passed} passed, {failed} failed\n");
    print(&text)?;
    Ok(match failed {
        0 => ExitCode::SUCCESS,
        _ => ExitCode::FAILURE,
    })
}

/// Whether there is a test at all, so that a wrong path is not taken for a failing one.
fn usable(dir: &Path) -> Result<(), String> {
    let about = dir.metadata().map_err(|error| words(&error))?;
    if !about.is_dir() {
        return Err("is not a directory".to_owned());
    }
    let model = dir.join("model.onnx").try_exists();
    if !model.map_err(|error| words(&error))? {
        let inside = dir.join("*");
        return Err(format!(
            "a node test has a file model.onnx, found none; for all tests in it, name {}",
            inside.display()
        ));
    }
    Ok(())
}

/// A line about a test.
fn outcome(outcome: &Outcome) -> String {
    let (green, red) = (AnsiColor::Green.on_default(), AnsiColor::Red.on_default());
    match &outcome.result {
        Ok(()) => {
            let dir = one_line(outcome.dir.display());
            format!("{green}passed{green:#} {dir}\n")
        }
        Err(error) => format!("{red}failed{red:#} {}\n", failure(error)),
    }
}

/// The error in the words of this program.
fn failure(error: &Error) -> Failure {
    match error.reason() {
        Reason::File(cause) => Failure::new(error.place(), words(cause)),
        Reason::External {
            location,
            error: cause,
        } => {
            let cause = format!("external data in `{location}`: {}", words(cause));
            Failure::new(error.place(), cause)
        }
        cause => Failure::new(error.place(), cause),
    }
}
