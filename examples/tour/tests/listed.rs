//! Every program of this package stands in the README's table of examples.

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
