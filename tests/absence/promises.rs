//! Every test that SECURITY.md names is there.

use std::{fs, path::Path};

/// The quoted words of a text.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

#[test]
fn promises_name_tests_that_exist() {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
    let text = fs::read_to_string(root.join("SECURITY.md")).expect("text");
    let mut named = 0;
    // A promise names files, and behind each the tests in it.
    for part in text.split(['|', ';']).filter(|part| part.contains(".rs`")) {
        let mut words = quoted(part);
        let file = words.find(|word| word.ends_with(".rs")).unwrap_or_default();
        let source = fs::read_to_string(root.join(file));
        let source = source.unwrap_or_else(|error| panic!("{file}: {error}"));
        for test in words.filter(|word| word.contains('_')) {
            assert!(source.contains(&format!("fn {test}")), "{file}: {test}");
            named += 1;
        }
    }
    assert!(named > 20, "promises name tests: {named}");
    for script in quoted(&text).filter(|word| word.starts_with("scripts/")) {
        assert!(root.join(script).is_file(), "{script}");
    }
}
