//! Any text as a kernel or as a file of kernels: no panic, every message is one line that is somewhere in
//! the text, and what is accepted expands to Rust.

#![no_main]

use gather_codegen::{Mistake, diagnose, expansion, module};
use libfuzzer_sys::{Corpus, fuzz_target};

/// Whether a mistake is in the text: on one of its lines, at most one character behind its end.
fn is_inside(source: &str, mistake: &Mistake) -> bool {
    // Text without a line still has a place where something is missing.
    let line = match source.lines().nth(mistake.line.wrapping_sub(1)) {
        Some(line) => line,
        None if mistake.line == 1 => "",
        None => return false,
    };
    mistake.start < mistake.end && mistake.end <= line.chars().count() + 1
}

fn check(source: &str) {
    let mistakes = diagnose(source);
    for mistake in &mistakes {
        assert!(is_inside(source, mistake), "{mistake:?} in {source:?}");
        assert!(!mistake.text.is_empty(), "{mistake:?} in {source:?}");
    }
    // Formatting costs more than all the rest, so only some texts are expanded.
    if source.len() % 16 != 0 {
        return;
    }
    match expansion(source) {
        Ok(code) => assert!(mistakes.is_empty() && !code.is_empty(), "{source:?}"),
        Err(again) => assert_eq!(again, mistakes, "{source:?}"),
    }
    for mistake in module("f", source).err().unwrap_or_default() {
        assert!(mistake.starts_with("f:"), "{mistake:?} in {source:?}");
    }
}

fuzz_target!(|source: &str| -> Corpus {
    // The tokenizer recurses into brackets; a compiler that is given so many gives up before us.
    let nested = source.bytes().filter(|byte| b"([{<".contains(byte)).count();
    if nested > 64 {
        return Corpus::Reject;
    }
    check(source);
    // Every parsed text is kept for its spans otherwise.
    proc_macro2::extra::invalidate_current_thread_spans();
    Corpus::Keep
});
