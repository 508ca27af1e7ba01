//! Every program of this package stands in the README's table of examples; every chapter of the guide is in
//! its list, and what is in its blocks is tested.

use std::{fs, io, path::Path};

#[test]
fn every_example_is_in_the_readme() -> io::Result<()> {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let readme = fs::read_to_string(package.join("../../README.md"))?;
    let mut programs = 0;
    for file in fs::read_dir(package.join("src/bin"))? {
        let path = file?.path();
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        let row = format!("| `cargo run -p gather-example-tour --bin {name}` |");
        assert!(readme.contains(&row), "no row for {name}");
        programs += 1;
    }
    assert_eq!(
        programs,
        readme.matches("-p gather-example-tour --bin ").count()
    );
    Ok(())
}

/// The chapters of the guide: their names and texts.
fn chapters() -> io::Result<Vec<(String, String)>> {
    let guide = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/guide");
    let mut chapters = Vec::new();
    for file in fs::read_dir(guide)? {
        let path = file?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if name.ends_with(".md") && name != "README.md" {
            chapters.push((name.into_owned(), fs::read_to_string(&path)?));
        }
    }
    Ok(chapters)
}

#[test]
fn every_chapter_is_listed_and_its_blocks_are_tested() -> io::Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let read = |path: &str| fs::read_to_string(root.join(path));
    let contents = read("docs/guide/README.md")?;
    // Where chapters are compiled and run, and where the commands in them are.
    let compiled = [
        read("tests/src/lib.rs")?,
        read("examples/tour/src/lib.rs")?,
        read("examples/candle/src/lib.rs")?,
        read("examples/onnx-kernels/src/lib.rs")?,
    ]
    .concat();
    let commands = read("gather-cli/tests/guide.rs")?;
    for (name, text) in chapters()? {
        assert!(contents.contains(&format!("]({name})")), "{name} is listed");
        let mut open = false;
        for fence in text.lines().filter(|line| line.starts_with("```")) {
            open = !open;
            let tested = match fence {
                "```rust" | "```rust,no_run" | "```rust,compile_fail" => {
                    compiled.contains(&format!("docs/guide/{name}\")]"))
                }
                "```console" => commands.contains(&format!("docs/guide/{name}")),
                // Dependencies and pictures made of letters.
                "```toml" | "```text" => true,
                _ => !open && fence == "```",
            };
            assert!(tested, "{name}: {fence}");
        }
        assert!(!open, "{name}: the last block ends");
    }
    Ok(())
}
