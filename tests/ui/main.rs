//! What does not compile, with its messages, and what does.
//!
//! One folder for each rule, with the cases that break it and, next to each, what the compiler says.
//! `pass/` holds programs that compile and run. All of them go through one `TestCases`: with a case to
//! run, trybuild builds and does not only check, and some errors exist only in a build.
//!
//! After a change of a message: `TRYBUILD=overwrite cargo test -p gather-tests --test ui`, then read the
//! difference.

use std::{
    ffi::OsStr,
    fs,
    path::{Path, PathBuf},
};

/// The folder of programs that must compile and run.
const PASS: &str = "pass";

/// Where the cases are, from the package's root, which is what trybuild's paths begin at.
const ROOT: &str = "ui";

/// Folders in name order.
fn folders() -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(ROOT);
    let entries = fs::read_dir(root).expect("the folder of the cases can be read");
    let mut folders: Vec<String> = entries
        .map(|entry| entry.expect("an entry can be read"))
        .filter(|entry| entry.path().is_dir())
        .map(|entry| entry.file_name().into_string().expect("names are UTF-8"))
        .collect();
    folders.sort();
    folders
}

/// Files of one folder that end in `extension`, without it.
fn files(folder: &str, extension: &str) -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(ROOT);
    let entries = fs::read_dir(root.join(folder)).expect("a folder can be read");
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.expect("an entry can be read").path())
        .filter(|path| path.extension() == Some(OsStr::new(extension)))
        .map(|path| path.with_extension(""))
        .collect();
    files.sort();
    files
}

/// The folders of rules.
fn rules() -> impl Iterator<Item = String> {
    folders().into_iter().filter(|folder| folder != PASS)
}

// trybuild has a profile of its own, so that an optimised suite would only do the same once more.
#[test]
#[cfg_attr(
    not(debug_assertions),
    ignore = "runs in the suite that is not optimised"
)]
fn cases() {
    let cases = trybuild::TestCases::new();
    cases.pass(format!("{ROOT}/{PASS}/*.rs"));
    for rule in rules() {
        cases.compile_fail(format!("{ROOT}/{rule}/*.rs"));
    }
}

#[test]
fn there_are_enough_cases() {
    let fail: usize = rules().map(|rule| files(&rule, "rs").len()).sum();
    let pass = files(PASS, "rs").len();
    assert!(fail >= 80, "only {fail} cases that must not compile");
    assert!(pass >= 40, "only {pass} cases that must compile");
}

#[test]
fn every_case_has_its_message_and_every_message_its_case() {
    for rule in rules() {
        assert_eq!(files(&rule, "rs"), files(&rule, "stderr"), "in `{rule}`");
    }
    assert!(
        files(PASS, "stderr").is_empty(),
        "what compiles has no message"
    );
}

/// A case has one mistake, unless it says how many by a line `// mistakes: 3`, with a reason behind a comma
/// if it is not plain.
fn mistakes(case: &str) -> usize {
    let lines = case.lines();
    let number = lines
        .filter_map(|line| line.strip_prefix("// mistakes: "))
        .next();
    number.map_or(1, |number| {
        let number = number.split(',').next().unwrap_or_default();
        number.parse().expect("a number of mistakes")
    })
}

/// How many errors the compiler told.
fn errors(message: &str) -> usize {
    let lines = message.lines();
    lines.filter(|line| line.starts_with("error")).count()
}

#[test]
fn one_mistake_is_one_message() {
    let mut different = Vec::new();
    for rule in rules() {
        for case in files(&rule, "rs") {
            let read = |extension| {
                let path = case.with_extension(extension);
                fs::read_to_string(path).expect("a case and its message can be read")
            };
            let (mistakes, errors) = (mistakes(&read("rs")), errors(&read("stderr")));
            if mistakes != errors {
                different.push(format!(
                    "{}: {mistakes} mistakes, {errors} messages",
                    case.display()
                ));
            }
        }
    }
    assert!(different.is_empty(), "{}", different.join("\n"));
}

#[test]
fn mistakes_and_errors_are_counted() {
    assert_eq!(mistakes("//! A rule.\n\nfn main() {}"), 1);
    assert_eq!(mistakes("//! A rule.\n// mistakes: 2\n"), 2);
    assert_eq!(mistakes("// mistakes: 3, because\n"), 3);
    assert_eq!(
        errors("error: a\n --> b\nerror[E0277]: c\n  = note: error\nwarning: d"),
        2
    );
}

#[test]
fn messages_name_neither_typenum_nor_a_place_on_this_machine() {
    for rule in rules() {
        for case in files(&rule, "stderr") {
            let path = case.with_extension("stderr");
            let text = fs::read_to_string(&path).expect("a message can be read");
            for line in text.lines() {
                let found = unwelcome(line);
                assert!(found.is_none(), "{found:?} in {}: {line}", path.display());
            }
        }
    }
}

/// What no message may say, if this line says it.
fn unwelcome(line: &str) -> Option<&'static str> {
    const INTERNALS: [&str; 5] = ["UInt", "UTerm", "typenum", "bug in gather", ":\\"];
    const ROOTS: [&str; 8] = [
        "/home", "/Users", "/usr", "/rustc", "/var", "/tmp", "/root", "/work",
    ];
    let begins_a_path = |root: &&str| {
        line.match_indices(*root).any(|(at, _)| {
            let before = line[..at].chars().next_back();
            before.is_none_or(|before| " '\"`(".contains(before))
        })
    };
    let internal = INTERNALS.iter().find(|word| line.contains(**word));
    internal
        .or_else(|| ROOTS.iter().find(|root| begins_a_path(root)))
        .copied()
}

#[test]
fn what_is_unwelcome_is_found() {
    assert_eq!(unwelcome(" --> /usr/a.rs:1:1"), Some("/usr"));
    assert_eq!(unwelcome("written to '/home/me/x.txt'"), Some("/home"));
    assert_eq!(unwelcome("C:\\a.rs"), Some(":\\"));
    assert_eq!(unwelcome("`UInt<UTerm, B1>`"), Some("UInt"));
    assert_eq!(unwelcome(" --> ui/usr/home.rs:1:1"), None);
    assert_eq!(unwelcome(" --> $WORKSPACE/gather-core/src/view.rs"), None);
}
