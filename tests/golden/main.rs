//! What the macros write, in files to be read.
//!
//! Each line of [`expansions`] has a file `<name>.expanded.rs` next to this one: what was asked for as a
//! comment, then the expansion, formatted. After a change of what is emitted, bless the files and read the
//! difference:
//!
//! ```text
//! BLESS=1 cargo test -p gather-tests --test golden
//! ```
//!
//! [`chapter`] holds the chapter on messages to the macro, [`front`] the front end of build scripts to its
//! messages, [`names`] the expansions to names that no user has, [`told`] the library to what the compiler
//! printed.

mod chapter;
mod front;
mod names;
mod told;

use std::{
    env, fs,
    path::{Path, PathBuf},
};

/// How the tokens are used.
#[derive(Clone, Copy, Debug)]
enum Form {
    /// `let kernel = gather_kernel!(…);`
    Expression,
    /// `gather_kernel!(… struct Name: …);`
    Item,
    /// `gather_table! { … }`
    Table,
    /// A file for `gather_codegen::build`.
    Module,
}

/// One expansion: the name of its file, the form, the tokens.
type Expansion = (&'static str, Form, &'static str);

/// What is kept as files, simple before special.
fn expansions() -> Vec<Expansion> {
    use Form::{Expression, Item, Module, Table};
    vec![
        // rank only
        (
            "title",
            Expression,
            "GatherND, f32, i64, rank = 4, batch_dims = 2",
        ),
        (
            "known_depth",
            Expression,
            "GatherND, f32, i64, rank = 4, batch_dims = 2, depth = 1, indices_rank = 4",
        ),
        (
            "open_indices",
            Expression,
            "Gather, f32, u32, rank = 2, axis = 1",
        ),
        (
            "reject_and_clamp",
            Expression,
            "GatherND, u16, i32, rank = 3, depth = 2, negative = reject, out_of_range = clamp",
        ),
        (
            "elements_with_fill",
            Expression,
            "GatherElements, f64, i64, rank = 3, axis = 1, out_of_range = fill(-1.0)",
        ),
        (
            "preset",
            Expression,
            "Gather, f32, i32, rank = 3, axis = 1, batch_dims = 1, semantics = openvino_8",
        ),
        (
            "depth_zero",
            Expression,
            "GatherND, u8, i64, rank = 2, batch_dims = 1, depth = 0, depth_zero = copy",
        ),
        (
            "any_type",
            Expression,
            "Gather, String, u32, rank = 2, axis = 0",
        ),
        // some sizes known
        (
            "partly_known",
            Expression,
            "Gather, f32, u32, data = [_, 768], axis = 0",
        ),
        (
            "partly_known_stride",
            Expression,
            "GatherElements, f32, i64, data = [_, _, 3, 5], axis = 0",
        ),
        // all sizes known
        (
            "small_static",
            Expression,
            "GatherND, i32, i64, data = [2, 2], indices = [2, 2]",
        ),
        (
            "small_static_fill",
            Expression,
            "Gather, f32, i64, data = [5, 2], indices = [2], out_of_range = fill",
        ),
        (
            "scalar_indices",
            Expression,
            "Gather, f32, i64, data = [3, 4], indices = [], axis = 1",
        ),
        (
            "large_static",
            Expression,
            "GatherND, f32, i64, data = [30, 2, 100, 35], indices = [30, 2, 3, 1], batch_dims = 2",
        ),
        (
            "large_static_any_type",
            Expression,
            "GatherND, String, i64, data = [4, 3], indices = [20, 1]",
        ),
        (
            "flattened_batch_static",
            Expression,
            "GatherND, f32, i32, data = [3, 4, 5, 2], indices = [3, 4, 2, 1], batch_dims = 2, batch_output = flattened",
        ),
        (
            "empty_static",
            Expression,
            "Gather, f32, i64, data = [3, 0], indices = [2]",
        ),
        // names
        (
            "item",
            Item,
            "/// Boxes of each image.\n#[derive(PartialEq, Eq)]\npub struct PickBoxes: GatherND, f32, i64, rank = 3, batch_dims = 1, depth = 1",
        ),
        (
            "item_of_any_type",
            Item,
            "struct Words: Gather, String, u32, rank = 1, out_of_range = fill",
        ),
        (
            "table",
            Table,
            "/// Rows by width.\npub static ROWS: Gather, f32, u32, axis = 0, out_of_range = fill(-1.0);\nrank = 2;\ndata = [_, 64];\ndata = [_, 64], indices = [2];",
        ),
        (
            "module",
            Module,
            "# boxes per query\nPickBoxes: GatherND, f32, i64, rank = 3, batch_dims = 1, depth = 1",
        ),
    ]
}

/// The expansion as a file: what was asked for, then the code.
fn printed((_, form, spec): Expansion) -> String {
    let tokens = || spec.parse().expect("tokens");
    let (asked, code) = match form {
        Form::Expression => {
            let expansion = gather_codegen::kernel(tokens());
            (
                format!("let kernel = gather_kernel!({spec});"),
                formatted(&format!("fn main() {{ let kernel = {expansion}; }}")),
            )
        }
        Form::Item => (
            format!("gather_kernel!(\n{}\n);", indented(spec)),
            formatted(&gather_codegen::kernel(tokens()).to_string()),
        ),
        Form::Table => (
            format!("gather_table! {{\n{}\n}}", indented(spec)),
            formatted(&gather_codegen::table(tokens()).to_string()),
        ),
        Form::Module => (
            format!("kernels.gather:\n{}", indented(spec)),
            gather_codegen::module("kernels.gather", spec).expect("no mistakes"),
        ),
    };
    let asked: String = asked.lines().map(|line| format!("// {line}\n")).collect();
    format!("{asked}\n{code}")
}

fn indented(lines: &str) -> String {
    format!("    {}", lines.replace('\n', "\n    "))
}

fn formatted(code: &str) -> String {
    prettyplease::unparse(&syn::parse_file(code).expect("a file of Rust"))
}

/// Where the files are.
fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("golden")
}

fn path(name: &str) -> PathBuf {
    folder().join(format!("{name}.expanded.rs"))
}

fn blesses() -> bool {
    env::var_os("BLESS").is_some()
}

/// The first line in which two texts differ.
fn difference(file: &str, now: &str) -> String {
    let lines = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
    let (file, now) = (lines(file), lines(now));
    let first = (0..).find(|n| file.get(*n) != now.get(*n)).unwrap_or(0);
    let line = |lines: &[String]| {
        lines
            .get(first)
            .cloned()
            .unwrap_or_else(|| "(the end)".into())
    };
    format!(
        "line {}\n  file: {}\n  now:  {}",
        first + 1,
        line(&file),
        line(&now)
    )
}

#[test]
fn expansions_are_those_of_the_files() {
    let mut different = Vec::new();
    for expansion in expansions() {
        let (path, now) = (path(expansion.0), printed(expansion));
        if blesses() {
            fs::write(&path, now).expect("the file can be written");
            continue;
        }
        let file = fs::read_to_string(&path).unwrap_or_default();
        if file != now {
            different.push(format!("{}, {}", path.display(), difference(&file, &now)));
        }
    }
    assert!(
        different.is_empty(),
        "bless with BLESS=1 and read the difference:\n{}",
        different.join("\n")
    );
}

#[test]
fn every_file_belongs_to_an_expansion() {
    let expected: Vec<PathBuf> = expansions().iter().map(|(name, ..)| path(name)).collect();
    for entry in fs::read_dir(folder()).expect("the folder of this file") {
        let found = entry.expect("a file").path();
        let is_expansion = found.to_string_lossy().ends_with(".expanded.rs");
        if !is_expansion || expected.contains(&found) {
            continue;
        }
        if blesses() {
            fs::remove_file(&found).expect("the file can be removed");
        } else {
            panic!("{} belongs to nothing; BLESS=1 removes it", found.display());
        }
    }
}

#[test]
fn expansions_are_safe_code_without_mistakes() {
    for expansion in expansions() {
        let code = printed(expansion);
        for word in ["unsafe", "compile_error", "unwrap", "panic!"] {
            assert!(!code.contains(word), "{}: `{word}`", expansion.0);
        }
    }
}
