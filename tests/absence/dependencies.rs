//! A user of `gather-core` gets no crate that is not listed here.
//!
//! Cargo itself is asked, without the network, for what it would build with the default features.

use std::{collections::BTreeSet, process::Command};

/// What is linked into a program.
const LINKED: [&str; 4] = ["bytemuck", "gather-core", "gather-spec", "typenum"];

/// What the macro needs besides, built and not linked.
const OF_THE_MACRO: [&str; 6] = [
    "gather-codegen",
    "gather-macros",
    "proc-macro2",
    "quote",
    "syn",
    "unicode-ident",
];

/// The names of the crates in the tree of `gather-core`.
fn tree(options: &[&str]) -> BTreeSet<String> {
    let done = Command::new(env!("CARGO"))
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
        .args(["tree", "--offline", "--locked", "--package", "gather-core"])
        .args(["--edges", "normal,build", "--target", "all"])
        .args(["--prefix", "none", "--format", "{p}"])
        .args(options)
        .output()
        .expect("cargo runs");
    let said = String::from_utf8_lossy(&done.stderr);
    assert!(done.status.success(), "{said}");
    let listed = String::from_utf8(done.stdout).expect("text");
    let name = |line: &str| line.split(' ').next().unwrap_or_default().to_owned();
    listed.lines().map(name).collect()
}

fn named(names: &[&str]) -> BTreeSet<String> {
    names.iter().copied().map(str::to_owned).collect()
}

#[test]
fn default_features_bring_no_other_crate() {
    let expected = named(&[&LINKED[..], &OF_THE_MACRO].concat());
    assert_eq!(tree(&[]), expected);
}

#[test]
fn without_features_only_two_crates_are_left() {
    let expected = named(&["bytemuck", "gather-core", "gather-spec"]);
    assert_eq!(tree(&["--no-default-features"]), expected);
}
