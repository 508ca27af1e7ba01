//! `unsafe` stands only in the files that ARCHITECTURE.md lists, as often as it says there.
//!
//! Files are read as tokens, so that comments, strings and names such as `unsafe_code` do not count, and
//! what a macro would write does. A new file with `unsafe` is one row of the table.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use proc_macro2::{TokenStream, TokenTree};

/// The project.
fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

/// The Rust files under a folder, but for what tools put there.
fn rust_files(folder: &Path, found: &mut Vec<PathBuf>) {
    let entries = fs::read_dir(folder).expect("a folder");
    for entry in entries {
        let path = entry.expect("an entry").path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if path.is_dir() {
            let of_tools = name.starts_with('.') || ["target", "corpus"].contains(&&*name);
            if !of_tools {
                rust_files(&path, found);
            }
        } else if name.ends_with(".rs") {
            found.push(path);
        }
    }
}

/// How often the word stands in these tokens.
fn count(tokens: TokenStream) -> usize {
    let of_tree = |tree| match tree {
        TokenTree::Ident(word) => usize::from(word == "unsafe"),
        TokenTree::Group(group) => count(group.stream()),
        _ => 0,
    };
    tokens.into_iter().map(of_tree).sum()
}

/// How often `unsafe` stands in each file that has it, by path from the root.
fn found() -> BTreeMap<String, usize> {
    let mut files = Vec::new();
    rust_files(root(), &mut files);
    assert!(files.len() > 300, "the whole project, not {}", files.len());
    let mut found = BTreeMap::new();
    for file in files {
        let text = fs::read_to_string(&file).expect("text");
        let tokens: TokenStream = text
            .parse()
            .unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let count = count(tokens);
        if count > 0 {
            let path = file.strip_prefix(root()).expect("under the root");
            found.insert(path.to_string_lossy().into_owned(), count);
        }
    }
    found
}

/// The rows of the table: file and number. What it is and why it is sound must be said, too.
fn listed() -> BTreeMap<String, usize> {
    let text = fs::read_to_string(root().join("ARCHITECTURE.md")).expect("text");
    let (_, section) = text
        .split_once("## Where `unsafe` is")
        .expect("the section of the inventory");
    let section = section.split("\n## ").next().unwrap_or_default();
    let rows = section.lines().filter(|line| line.starts_with("| `"));
    rows.map(|row| {
        let cells: Vec<&str> = row.trim_matches('|').split(" | ").map(str::trim).collect();
        let [file, number, what, why] = cells[..] else {
            panic!("a row has four cells: {row}");
        };
        assert!(what.len() > 10 && why.len() > 20, "what and why: {row}");
        let number = number.parse().expect("how often");
        (file.trim_matches('`').to_owned(), number)
    })
    .collect()
}

#[test]
fn unsafe_is_where_the_inventory_says() {
    assert_eq!(found(), listed(), "found, listed in ARCHITECTURE.md");
}

/// The crates without a row say so to the compiler.
#[test]
fn crates_without_unsafe_forbid_it() {
    for library in [
        "gather-spec",
        "gather-codegen",
        "gather-macros",
        "gather-onnx",
    ] {
        let text = fs::read_to_string(root().join(library).join("src/lib.rs")).expect("text");
        assert!(text.contains("#![forbid(unsafe_code)]"), "{library}");
    }
}

#[test]
fn words_in_comments_and_strings_do_not_count() {
    let text = r#"
        //! unsafe
        #![deny(unsafe_code)]
        /* unsafe */
        const S: &str = "unsafe";
        macro_rules! m { () => { unsafe { f() } } }
        unsafe fn f() {}
    "#;
    assert_eq!(count(text.parse().expect("tokens")), 2);
}
