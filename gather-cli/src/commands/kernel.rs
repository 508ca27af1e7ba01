//! `expand` and `check`: the macro without a compiler.

use std::process::ExitCode;

use anstyle::AnsiColor;
use gather_codegen::{Mistake, diagnose, expansion};

use super::print;
use crate::failure::Failure;

/// Prints what the macro would write.
pub(super) fn expand(spec: &str) -> Result<ExitCode, Failure> {
    match expansion(&inside(spec)) {
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
    let mistakes = diagnose(&inside(spec));
    if mistakes.is_empty() {
        print("no mistakes\n")?;
        return Ok(ExitCode::SUCCESS);
    }
    print(&marked(spec, &mistakes))?;
    Ok(ExitCode::FAILURE)
}

/// The spec inside a whole call of the macro, as `gather onnx` prints it; what is around it becomes blank, so
/// that every token keeps its place. What is no such call is taken as it is.
fn inside(text: &str) -> String {
    let call = text.trim_end().trim_end_matches(';').trim_end();
    let spec = (call.strip_suffix(')')).and_then(|call| {
        let (name, spec) = call.split_once('(')?;
        let name = name.trim_start().strip_suffix('!')?;
        matches!(name, "gather_kernel" | "gather_core::gather_kernel").then_some(spec)
    });
    match spec {
        None => text.to_owned(),
        Some(spec) => {
            let before = call.len() - 1 - spec.len();
            let blanks: String = text[..before].chars().map(blank).collect();
            blanks + spec
        }
    }
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

/// A tab moves the caret as it moved the text; a line stays a line.
fn blank(c: char) -> char {
    if matches!(c, '\t' | '\n') { c } else { ' ' }
}

#[cfg(test)]
mod tests {
    use super::inside;

    #[test]
    fn a_whole_call_is_blanked_around_its_spec() {
        let spec = "Gather, f32, i64, rank = 2";
        assert_eq!(inside(spec), spec);
        let blanks = " ".repeat("gather_kernel!(".len());
        for end in [")", ");", ") ;\n"] {
            assert_eq!(
                inside(&format!("gather_kernel!({spec}{end}")),
                blanks.clone() + spec
            );
        }
        assert_eq!(inside("\n\tgather_kernel!(x)"), format!("\n\t{blanks}x"));
        for other in [
            "gather_kernel!(x",
            "gather_table!(x)",
            "f(x)",
            "(x)",
            ")",
            "",
        ] {
            assert_eq!(inside(other), other);
        }
    }
}
