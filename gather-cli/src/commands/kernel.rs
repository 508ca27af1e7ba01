//! `expand` and `check`: the macro without a compiler.

use std::process::ExitCode;

use anstyle::AnsiColor;
use gather_codegen::{Mistake, diagnose, expansion};

use super::print;
use crate::failure::Failure;

/// Prints what the macro would write.
pub(super) fn expand(spec: &str) -> Result<ExitCode, Failure> {
    match expansion(spec) {
        Ok(code) => {
            print(&code)?;
            Ok(ExitCode::SUCCESS)
        }
        Err(mistakes) => {
            anstream::eprint!("{}", marked(spec, &mistakes));
            let count = crate::show::counted(mistakes.len(), "mistake");
            Err(Failure::new("kernel", format!("{count} to correct first")))
        }
    }
}

/// Prints what the macro would say.
pub(super) fn check(spec: &str) -> Result<ExitCode, Failure> {
    let mistakes = diagnose(spec);
    if mistakes.is_empty() {
        print("no mistakes\n")?;
        return Ok(ExitCode::SUCCESS);
    }
    print(&marked(spec, &mistakes))?;
    Ok(ExitCode::FAILURE)
}

/// Each mistake under the line it is in, with carets under the wrong token.
fn marked(spec: &str, mistakes: &[Mistake]) -> String {
    let (red, blue) = (AnsiColor::Red.on_default(), AnsiColor::Blue.on_default());
    let mut text = String::new();
    for mistake in mistakes {
        let line = spec.lines().nth(mistake.line - 1).unwrap_or_default();
        let margin: String = line.chars().take(mistake.start).map(blank).collect();
        let gap = " ".repeat(mistake.start - margin.chars().count());
        let carets = "^".repeat(mistake.end - mistake.start);
        text += &format!("{red}error:{red:#} {}\n", mistake.text);
        text += &format!("{blue}  |{blue:#} {line}\n");
        text += &format!("{blue}  |{blue:#} {margin}{gap}{red}{carets}{red:#}\n");
    }
    text
}

/// A tab moves the caret as it moved the text.
fn blank(c: char) -> char {
    if c == '\t' { c } else { ' ' }
}
