//! `--threads`: the same file and the same error with any number of threads, and what is no number of
//! threads. Also what `explain` says about a call that is worth sharing.

mod support;

use std::fs;

use support::{Bench, npy};

/// Rows to gather: with 16 bytes each, and what a row costs besides, enough to be shared out.
const ROWS: usize = 100_000;

/// A bench with `table.npy`, f32 `[1000, 4]`, and `many.npy`, i32 `[ROWS]`, all of it in range.
fn bench() -> Bench {
    let bench = Bench::new();
    let table: Vec<u8> = (0..4000_u16)
        .flat_map(|n| f32::from(n).to_le_bytes())
        .collect();
    bench.write("table.npy", &npy("<f4", false, "(1000, 4)", &table));
    write_indices(&bench, "many.npy", &[]);
    bench
}

/// Writes indices, some of which are replaced by others.
fn write_indices(bench: &Bench, name: &str, others: &[(usize, i32)]) {
    let mut indices: Vec<i32> = (0..1000).map(|n| n * 7 % 1000).cycle().take(ROWS).collect();
    for (at, other) in others {
        indices[*at] = *other;
    }
    let bytes: Vec<u8> = indices.iter().flat_map(|n| n.to_le_bytes()).collect();
    for (name, shape) in [
        (name.to_owned(), format!("({ROWS},)")),
        (format!("tuples_{name}"), format!("({ROWS}, 1)")),
        (format!("columns_{name}"), format!("({}, 4)", ROWS / 4)),
    ] {
        bench.write(&name, &npy("<i4", false, &shape, &bytes));
    }
}

#[test]
fn every_number_of_threads_writes_the_same_file() {
    let bench = bench();
    for (line, shape) in [
        ("axis table.npy many.npy", "(100000, 4)"),
        (
            "axis table.npy many.npy --axis 0 --out-of-range clamp",
            "(100000, 4)",
        ),
        ("nd table.npy tuples_many.npy", "(100000, 4)"),
        (
            "elements table.npy columns_many.npy --axis 0 --semantics jax_fill",
            "(25000, 4)",
        ),
    ] {
        bench.printed(&format!("{line} --threads 1 -o serial.npy"));
        let serial = fs::read(bench.path().join("serial.npy")).unwrap();
        assert!(
            String::from_utf8_lossy(&serial[..128]).contains(shape),
            "{line}"
        );
        for threads in ["", "--threads 2", "--threads 3", "--threads=7"] {
            bench.printed(&format!("{line} {threads} -o shared.npy"));
            let shared = fs::read(bench.path().join("shared.npy")).unwrap();
            assert!(shared == serial, "{line} {threads}");
        }
    }
}

#[test]
fn every_number_of_threads_gives_the_same_error() {
    let bench = bench();
    for (others, first) in [
        (&[(0, 1000)][..], "index 1000 at indices[0] (position 0)"),
        (
            &[(ROWS / 2, -1001)],
            "index -1001 at indices[50000] (position 50000)",
        ),
        (
            &[(ROWS - 1, 4000)],
            "index 4000 at indices[99999] (position 99999)",
        ),
        (
            &[(ROWS - 1, 4000), (ROWS / 3, 5000)],
            "index 5000 at indices[33333] (position 33333)",
        ),
    ] {
        write_indices(&bench, "bad.npy", others);
        let serial = bench.refused("axis table.npy bad.npy --threads 1 -o out.npy");
        assert_eq!(
            serial,
            format!(
                "bad.npy: {first} is out of range for axis 0 of size 1000, expected -1000 to 999"
            )
        );
        for threads in ["", "--threads 2", "--threads 5"] {
            let shared = bench.refused(&format!("axis table.npy bad.npy {threads} -o out.npy"));
            assert_eq!(shared, serial, "{threads}");
        }
    }
}

#[test]
fn what_is_no_number_of_threads_is_refused() {
    let bench = bench();
    let files = bench.files();
    for bad in [
        "0",
        "-1",
        "two",
        "1.5",
        "1025",
        "99999999999999999999",
        "1,2",
    ] {
        for command in ["nd", "axis", "elements", "explain axis"] {
            let line = format!("{command} table.npy many.npy --threads {bad} -o out.npy");
            let done = bench.run(&line);
            assert_eq!((done.code, done.out.as_str()), (Some(2), ""), "{line}");
            let message = format!(
                "error: invalid value '{bad}' for '--threads <N>': expected a number of threads from 1 to 1024\n"
            );
            assert!(done.err.starts_with(&message), "{line}: {}", done.err);
            assert_eq!(bench.files(), files, "{line}");
        }
    }
    let done = bench.run("axis table.npy many.npy --threads");
    assert_eq!(done.code, Some(2), "{}", done.err);
}

#[test]
fn help_says_what_happens_without_threads() {
    let bench = Bench::new();
    for command in ["nd", "axis", "elements"] {
        let help = bench.printed(&format!("{command} -h"));
        let words = help.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(
            words.contains("--threads <N>")
                && words.contains("as many as there are cores, if not given"),
            "{help}"
        );
    }
}

#[test]
fn explain_names_the_kernel() {
    let bench = bench();
    let told = bench.printed("explain axis table.npy many.npy --out-of-range clamp --threads 2");
    let (ours, kernel) = told.split_once("\nGather of ").unwrap();
    assert!(
        ours.ends_with("an index out of range gives the nearest position.\n"),
        "{ours}"
    );
    let mut lines = kernel.lines();
    assert_eq!(
        lines.next(),
        Some("100000 rows of 16 bytes: 1600000 bytes to move, 400000 bytes of indices to read")
    );
    let name = lines.next().unwrap();
    assert!(
        name.starts_with("kernel: gather_") && name.contains("16_i32_k1_clamp_"),
        "{name}"
    );
    assert_eq!(
        lines.next_back(),
        Some("threads: the `par` calls share this out"),
        "{kernel}"
    );
    assert!(kernel.ends_with("out\n"), "the last line ends");
    // A call that nobody would share.
    let told = bench.printed("explain elements table.npy --indices [[0,1,2,3]]");
    assert!(told.contains("\nkernel: gather_elements_"), "{told}");
    assert!(!told.contains("share this out"), "{told}");
}
