//! What the guide and the README show of the command is what it does: each line after `$` is run, and what
//! stands below it is its output. A last line `…` stands for more.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod support;

use std::{fs, path::Path};

use support::gather;

/// One command of a text, and what the text says it prints.
#[derive(Debug, Default)]
struct Shown {
    command: String,
    output: String,
}

/// The commands in the blocks of a text that begin with this line.
fn shown(text: &str, fence: &str) -> Vec<Shown> {
    let mut found: Vec<Shown> = Vec::new();
    let mut inside = false;
    for line in text.lines() {
        if line.starts_with("```") {
            inside = !inside && line == fence;
        } else if let Some(command) = line.strip_prefix("$ ").filter(|_| inside) {
            let command = command.to_owned();
            let output = String::new();
            found.push(Shown { command, output });
        } else if let Some(shown) = found.last_mut().filter(|_| inside) {
            shown.output += line;
            shown.output.push('\n');
        }
    }
    found
}

/// The words of a command, of which some stand between single quotes.
fn words(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (n, part) in command.split('\'').enumerate() {
        match n % 2 {
            0 => words.extend(part.split_whitespace().map(str::to_owned)),
            _ => words.push(part.to_owned()),
        }
    }
    words
}

/// Runs what a text shows in a folder, and returns how many commands that were.
fn is_as_shown(text: &str, fence: &str, folder: &Path) -> usize {
    let mut code = None;
    let all = shown(text, fence);
    for Shown { command, output } in &all {
        if command == "echo $?" {
            let code = code.map(|code| format!("{code}\n"));
            assert_eq!(code.as_ref(), Some(output), "the exit code");
            continue;
        }
        let words = words(command);
        assert_eq!(
            words.first().map(String::as_str),
            Some("gather"),
            "{command}"
        );
        let done = gather(folder, &words[1..]);
        let printed = done.out + &done.err;
        match output.strip_suffix("…\n") {
            Some(start) => assert!(printed.starts_with(start), "{command}\n{printed}"),
            None => assert_eq!(printed, *output, "{command}"),
        }
        code = done.code;
    }
    all.len()
}

fn workspace() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

fn read(path: &str) -> String {
    fs::read_to_string(workspace().join(path)).unwrap()
}

#[test]
fn the_chapter_on_the_command_line_is_as_shown() {
    let folder = tempfile::tempdir().unwrap();
    for file in fs::read_dir(workspace().join("docs/guide/files")).unwrap() {
        let file = file.unwrap();
        fs::copy(file.path(), folder.path().join(file.file_name())).unwrap();
    }
    let text = read("docs/guide/command-line.md");
    assert_eq!(is_as_shown(&text, "```console", folder.path()), 16);
}

#[test]
fn the_chapter_on_onnx_is_as_shown() {
    let text = read("docs/guide/onnx.md");
    assert_eq!(is_as_shown(&text, "```console", workspace()), 4);
}

#[test]
fn the_readme_is_as_shown() {
    assert_eq!(
        is_as_shown(&read("README.md"), "```console", workspace()),
        1
    );
}
