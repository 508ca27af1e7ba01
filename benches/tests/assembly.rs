//! The machine code of typed kernels: what must not be in it.
//!
//! `benches/assembly` has kernels behind plain names. They are compiled as a user's release build compiles
//! them, and everything that a kernel can reach is searched for symbols that have no business there: a call
//! of `memcpy` in a loop over rows of a constant short length, a panic, a bounds check. Functions that the compiler
//! put among the unlikely ones (`#[cold]`: how errors are made) are not entered.
//!
//! No function may leave the upper halves of vectors behind, as instructions that are written down do unless they are
//! told: the caller's own code would be slower for it.
//!
//! What is known to be wrong stands in `benches/assembly/known.txt`; a new fault fails, and so does a line
//! of that file that is not true any more. To write the file anew:
//!
//! ```text
//! BLESS=1 cargo test --release -p gather-benches --no-default-features --test assembly
//! ```
#![cfg(all(target_arch = "x86_64", target_os = "linux"))]

use core::ops::RangeInclusive;
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
    process::Command,
};

/// What a kernel must not reach from within a loop, by parts of symbols.
const COPY_CALLS: &[&str] = &["memcpy", "memmove"];
/// What it must not reach at all.
const PANICS: &[&str] = &[
    "panicking",
    "slice_index_fail",
    "unwrap_failed",
    "expect_failed",
];

/// What happens once a call, before the loops: checking shapes and making the plan. Not entered.
/// So are the classes of rows whose length is known only while running; they have a test of their own.
const OUTSIDE: &[&str] = &[
    "gather_core::plan::",
    "gather_core::nest::",
    "gather_core::kernel::engine::rows::class",
];

/// The loops of the engine, for rows and tuples of every kind.
const LOOPS: [&str; 2] = [
    "gather_core::kernel::engine::rows::",
    "gather_core::kernel::engine::tuples::",
];

/// The kernels of `benches/assembly/src/lib.rs`. All copy rows of a constant short length, and none may
/// panic; a bounds check is a call of `core::panicking::panic_bounds_check` or `slice_index_fail`.
const KERNELS: [&str; 8] = [
    "tiny_static",
    "batched_rows_static",
    "one_per_batch_static",
    "pairs_ranked",
    "rows_of_16",
    "rows_of_15",
    "rows_of_3_bytes",
    "elements_last_axis",
];

#[test]
fn kernels_reach_no_forbidden_symbol() {
    let home = Path::new(env!("CARGO_MANIFEST_DIR")).join("assembly");
    let code = Code::read(&compile(&home));
    let mut found = String::new();
    for kernel in KERNELS {
        for fault in code.faults(kernel) {
            found += &format!("{kernel}: {fault}\n");
        }
    }
    for fault in code.panics_in_loops() {
        found += &format!("loops of the engine: {fault}\n");
    }
    assert!(code.tidy > 20, "loops for AVX2 were compiled");
    for symbol in &code.untidy {
        let symbol = rustc_demangle::demangle(symbol);
        found += &format!("upper halves of vectors are left by {symbol:#}\n");
    }
    let known = home.join("known.txt");
    if std::env::var_os("BLESS").is_some() {
        fs::write(&known, &found).expect("known.txt can be written");
        return;
    }
    let expected = fs::read_to_string(&known).unwrap_or_default();
    assert_eq!(
        found, expected,
        "left: what is found now, right: benches/assembly/known.txt; BLESS=1 writes it anew"
    );
}

/// Compiles the kernels and gives the files with their code.
fn compile(home: &Path) -> Vec<PathBuf> {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("assembly");
    let triple = format!("{}-unknown-linux-gnu", std::env::consts::ARCH);
    let deps = target.join(&triple).join("release/deps");
    // What an earlier version of a crate left behind would be read with the new.
    let _absent = fs::remove_dir_all(&deps);
    // The target is named, so that the flags reach the kernels and not the procedural macro.
    let status = Command::new(env!("CARGO"))
        .args(["build", "--release", "--quiet", "--target", &triple])
        .current_dir(home)
        .env("CARGO_TARGET_DIR", &target)
        .env("RUSTFLAGS", "--emit=asm")
        .status()
        .expect("cargo runs");
    assert!(status.success(), "the kernels compile");
    let entries = fs::read_dir(deps).expect("the code was written");
    let paths = entries.map(|entry| entry.expect("a readable entry").path());
    paths
        .filter(|path| path.extension().is_some_and(|extension| extension == "s"))
        .collect()
}

/// Symbols and what their code or data mentions.
#[derive(Default)]
struct Code {
    mentions: BTreeMap<String, BTreeSet<Mention>>,
    cold: BTreeSet<String>,
    /// Functions with wide vectors that do not clear their upper halves, and how many do.
    untidy: BTreeSet<String>,
    tidy: usize,
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Mention {
    symbol: String,
    in_loop: bool,
}

/// The lines of a symbol, as far as they are read.
#[derive(Default)]
struct Body<'a> {
    symbol: String,
    lines: Vec<&'a str>,
}

impl Code {
    fn read(files: &[PathBuf]) -> Self {
        let mut code = Self::default();
        for file in files {
            let text = fs::read_to_string(file).expect("a readable file");
            // Labels are unique within a file only.
            let unit = file.file_stem().and_then(|stem| stem.to_str());
            code.add(&text, unit.expect("a name in UTF-8"));
        }
        code
    }

    fn add(&mut self, text: &str, unit: &str) {
        let (mut cold, mut body) = (false, Body::default());
        for line in text.lines() {
            let label = line.strip_suffix(':');
            if let Some(label) = label.filter(|label| !is_block(label)) {
                self.finish(&body, unit);
                let symbol = local(label, unit);
                if cold {
                    self.cold.insert(symbol.clone());
                }
                let lines = Vec::new();
                body = Body { symbol, lines };
            } else if line.trim_start().starts_with(".section") {
                cold = line.contains(".text.unlikely");
            } else {
                body.lines.push(line.trim());
            }
        }
        self.finish(&body, unit);
    }

    fn finish(&mut self, body: &Body<'_>, unit: &str) {
        let has = |word: &str| body.lines.iter().any(|line| line.contains(word));
        match (has("ymm"), has("vzeroupper")) {
            (true, true) => self.tidy += 1,
            (true, false) => drop(self.untidy.insert(body.symbol.clone())),
            (false, _) => {}
        }
        let loops = body.loops();
        let mentions = self.mentions.entry(body.symbol.clone()).or_default();
        for (n, line) in body.lines.iter().enumerate() {
            let in_loop = loops.iter().any(|within| within.contains(&n));
            mentions.extend(
                symbols(line)
                    .filter(|name| !is_block(name))
                    .map(|name| Mention {
                        symbol: local(name, unit),
                        in_loop,
                    }),
            );
        }
    }

    /// The forbidden symbols that a kernel reaches.
    fn faults(&self, kernel: &str) -> BTreeSet<String> {
        assert!(self.mentions.contains_key(kernel), "{kernel} was compiled");
        let mut faults = BTreeSet::new();
        let mut seen = BTreeSet::new();
        let mut next = vec![(kernel.to_owned(), false)];
        while let Some((symbol, repeated)) = next.pop() {
            if self.cold.contains(&symbol) || !seen.insert((symbol.clone(), repeated)) {
                continue;
            }
            for mention in self.mentions.get(&symbol).into_iter().flatten() {
                let repeated = repeated || mention.in_loop;
                let readable = format!("{:#}", rustc_demangle::demangle(&mention.symbol));
                let is = |parts: &[&str]| parts.iter().any(|part| readable.contains(part));
                if is(PANICS) || (is(COPY_CALLS) && repeated) {
                    let within = rustc_demangle::demangle(&symbol);
                    faults.insert(format!("{readable} in {within:#}"));
                } else if !is(OUTSIDE) {
                    next.push((mention.symbol.clone(), repeated));
                }
            }
        }
        faults
    }
}

impl Code {
    /// The panics that stand in the loops of the engine.
    fn panics_in_loops(&self) -> BTreeSet<String> {
        let mut faults = BTreeSet::new();
        let mut loops = 0;
        for (symbol, mentions) in &self.mentions {
            let within = format!("{:#}", rustc_demangle::demangle(symbol));
            if !LOOPS.iter().any(|part| within.contains(part)) {
                continue;
            }
            loops += 1;
            for mention in mentions {
                let readable = format!("{:#}", rustc_demangle::demangle(&mention.symbol));
                if PANICS.iter().any(|part| readable.contains(part)) {
                    faults.insert(format!("{readable} in {within}"));
                }
            }
        }
        assert!(loops > 20, "the loops were compiled, found {loops}");
        faults
    }
}

impl Body<'_> {
    /// From a block to a jump back to it.
    fn loops(&self) -> Vec<RangeInclusive<usize>> {
        let mut blocks = BTreeMap::new();
        let mut loops = Vec::new();
        for (n, line) in self.lines.iter().enumerate() {
            if let Some(block) = line.strip_suffix(':') {
                blocks.insert(block, n);
            } else if line.starts_with('j') {
                let back = symbols(line).find_map(|to| blocks.get(to));
                loops.extend(back.map(|start| *start..=n));
            }
        }
        loops
    }
}

/// A label within a function; in instructions that were written down it is a number.
fn is_block(label: &str) -> bool {
    if label.bytes().all(|letter| letter.is_ascii_digit()) {
        return true;
    }
    [".LBB", ".Lfunc", ".Ltmp", ".LJTI"]
        .iter()
        .any(|prefix| label.starts_with(prefix))
}

/// A label that begins with a dot means something in its own file only.
fn local(label: &str, unit: &str) -> String {
    if label.starts_with('.') {
        format!("{unit}{label}")
    } else {
        label.to_owned()
    }
}

/// The words of a line of assembly that may be symbols: after the mnemonic, without registers and numbers.
fn symbols(line: &str) -> impl Iterator<Item = &str> {
    let (mnemonic, operands) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let is_directive = mnemonic.starts_with('.') && mnemonic != ".quad";
    let operands = if is_directive { "" } else { operands };
    operands
        .split(|letter: char| !(letter.is_alphanumeric() || "_.$%@".contains(letter)))
        .filter_map(|word| word.split('@').next())
        .filter(|word| {
            word.starts_with(|first: char| first.is_alphabetic() || "_.".contains(first))
        })
}
