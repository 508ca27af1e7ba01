//! What the commands print and write when all is well.

mod support;

use std::fs;

use support::{Bench, gather, npy, npy_with, safetensors};

#[test]
fn results_are_printed_or_written() {
    let bench = Bench::new();
    let printed = bench.printed("axis data.npy indices.npy");
    assert_eq!(printed, "f32 [2, 2]\n[[4.0, 5.0],\n [0.0, 1.0]]\n");
    assert_eq!(bench.printed("axis data.npy indices.npy -o out.npy"), "");
    let expected: Vec<u8> = [4_f32, 5.0, 0.0, 1.0]
        .iter()
        .flat_map(|x| x.to_le_bytes())
        .collect();
    assert!(
        fs::read(bench.path().join("out.npy"))
            .unwrap()
            .ends_with(&expected),
        "the elements"
    );
    assert_eq!(
        bench.printed("axis out.npy --indices 0"),
        "f32 [2]\n[4.0, 5.0]\n"
    );
    assert_eq!(bench.files(), ["data.npy", "indices.npy", "out.npy"]);
    // An older result is replaced.
    bench.printed("axis data.npy --indices [] -o out.npy");
    assert_eq!(
        bench
            .printed("nd out.npy --indices [[]] --semantics onnxruntime")
            .lines()
            .next(),
        Some("f32 [1, 0, 2]")
    );
}

#[test]
fn indices_are_files_or_text() {
    let bench = Bench::new();
    assert_eq!(
        bench.printed("nd data.npy --indices [[0,1],[-1,0]]"),
        "f32 [2]\n[1.0, 4.0]\n"
    );
    assert_eq!(
        bench.printed("axis data.npy --indices -1 --axis -1"),
        "f32 [3]\n[1.0, 3.0, 5.0]\n"
    );
    let printed = bench.printed("elements data.npy --indices [[0,1]] --axis 0");
    assert_eq!(printed, "f32 [1, 2]\n[[0.0, 3.0]]\n");
}

#[test]
fn choices_are_followed() {
    let bench = Bench::new();
    let picks = |choices: &str| bench.printed(&format!("axis data.npy --indices [-4,9] {choices}"));
    let rows = |first: &str, second: &str| format!("f32 [2, 2]\n[[{first}],\n [{second}]]\n");
    assert_eq!(picks("--out-of-range clamp"), rows("0.0, 1.0", "4.0, 5.0"));
    assert_eq!(picks("--out-of-range wrap"), rows("4.0, 5.0", "0.0, 1.0"));
    assert_eq!(picks("--out-of-range fill"), rows("0.0, 0.0", "0.0, 0.0"));
    assert_eq!(
        picks("--out-of-range fill=-0.5"),
        rows("-0.5, -0.5", "-0.5, -0.5")
    );
    assert_eq!(picks("--semantics jax_fill"), rows("NaN, NaN", "NaN, NaN"));
    let own = picks("--semantics jax_fill --out-of-range fill=7");
    assert_eq!(own, rows("7.0, 7.0", "7.0, 7.0"));
}

#[test]
fn other_orders_are_taken() {
    let bench = Bench::new();
    bench.write(
        "fortran.npy",
        &npy("|u1", true, "(2, 3)", &[1, 4, 2, 5, 3, 6]),
    );
    assert_eq!(
        bench.printed("axis fortran.npy --indices 1"),
        "u8 [3]\n[4, 5, 6]\n"
    );
    bench.write("big.npy", &npy(">i2", false, "(2,)", &[1, 0, 0xff, 0xfe]));
    assert_eq!(
        bench.printed("axis big.npy --indices [0,1]"),
        "i16 [2]\n[256, -2]\n"
    );
    bench.write("indices_big.npy", &npy(">u4", false, "(1,)", &[0, 0, 0, 1]));
    assert_eq!(
        bench.printed("axis big.npy indices_big.npy"),
        "i16 [1]\n[-2]\n"
    );
    let parts = [1_f32, 2.0].map(f32::to_be_bytes);
    bench.write(
        "complex.npy",
        &npy(">c8", true, "(1,)", parts.as_flattened()),
    );
    assert_eq!(
        bench.printed("axis complex.npy --indices 0"),
        "complex64 []\n1.0+2.0j\n"
    );
}

#[test]
fn bytes_may_lie_anywhere_in_a_file() {
    let bench = Bench::new();
    let header = "{'descr': '<i8', 'fortran_order': False, 'shape': (2,)}";
    let values = [1_i64, -2].map(i64::to_le_bytes);
    for spaces in 0..8 {
        let header = header.to_owned() + &" ".repeat(spaces);
        bench.write("odd.npy", &npy_with(&header, values.as_flattened()));
        assert_eq!(
            bench.printed("axis odd.npy --indices [1,0]"),
            "i64 [2]\n[-2, 1]\n"
        );
        assert_eq!(
            bench
                .printed("axis data.npy odd.npy --axis 1")
                .lines()
                .next(),
            Some("f32 [3, 2]")
        );
    }
}

#[test]
fn tensors_of_models_are_taken_by_name() {
    let bench = Bench::new();
    // The elements begin at an odd address.
    let header = r#"{"b":{"dtype":"U8","shape":[1],"data_offsets":[0,1]},"x":{"dtype":"BF16","shape":[2],"data_offsets":[1,5]}}"#;
    let bytes = [9, 0x80, 0x3f, 0, 0xc0];
    bench.write("m.safetensors", &safetensors(header, &bytes));
    assert_eq!(
        bench.printed("axis m.safetensors:x --indices [1,0,0]"),
        "bf16 [3]\n[-2.0, 1.0, 1.0]\n"
    );
    bench.printed(
        "axis m.safetensors:x --indices [1,9] --out-of-range fill=missing -o o.safetensors:y",
    );
    assert_eq!(
        bench.printed("axis o.safetensors:y --indices [1,0]"),
        "bf16 [2]\n[NaN, -2.0]\n"
    );
}

#[test]
fn plans_are_told_in_words() {
    let bench = Bench::new();
    let told =
        bench.printed("explain nd data.npy --indices [[2],[0]] --semantics onnx_13 -o out.npy");
    let expected = "\
GatherND, batch_dims 0
data     f32 [3, 2], 24 bytes, data.npy
indices  i64 [2, 1], 16 bytes, --indices
output   f32 [2, 2], 16 bytes, would be written to out.npy

An index tuple has 1 coordinate (depth 1), for data axes of sizes [3].
It picks a row of 2 elements that lie side by side: 8 bytes.
2 rows to move, 16 bytes in all; 16 bytes of indices to read.
A negative index counts from the end; an index out of range is an error (as onnx_13).
";
    let (words, kernel) = told.split_once("\nGatherND of ").unwrap();
    assert_eq!(words, expected);
    let line = "2 rows of 8 bytes: 16 bytes to move, 16 bytes of indices to read";
    assert_eq!(kernel.lines().next(), Some(line));
    assert!(
        kernel.contains("\nkernel: gather_nd_word8_i64_k1_error_"),
        "{kernel}"
    );
    assert_eq!(
        bench.files(),
        ["data.npy", "indices.npy"],
        "nothing is written"
    );
    let filling =
        bench.printed("explain axis data.npy indices.npy --axis -1 --out-of-range fill=2.5");
    assert!(
        filling.contains("position on data axis 1 of size 2."),
        "{filling}"
    );
    assert!(
        filling.contains("a row of the fill value, 2.5."),
        "{filling}"
    );
}

#[test]
fn kernels_are_expanded_and_checked() {
    let folder = Bench::new();
    let good = "GatherND, f32, i64, rank=4, batch_dims=2";
    let expanded = gather(folder.path(), ["expand", good]);
    assert_eq!(expanded.code, Some(0));
    assert!(
        expanded.out.contains("struct GatherNdF32I64R4B2;"),
        "{}",
        expanded.out
    );
    let checked = gather(folder.path(), ["check", good]);
    assert_eq!(
        (checked.code, checked.out.as_str()),
        (Some(0), "no mistakes\n")
    );

    let bad = "GatherND, f32, i64, rank=4, batch_dims=4";
    let marks = "\
error: `batch_dims` must be less than `rank` (4), found 4
  | GatherND, f32, i64, rank=4, batch_dims=4
  |                                        ^
";
    let checked = gather(folder.path(), ["check", bad]);
    assert_eq!((checked.code, checked.out.as_str()), (Some(1), marks));
    let expanded = gather(folder.path(), ["expand", bad]);
    assert_eq!((expanded.code, expanded.out.as_str()), (Some(2), ""));
    assert!(expanded.err.starts_with(marks), "{}", expanded.err);
}

#[test]
fn a_whole_call_of_the_macro_is_taken_as_its_spec() {
    let folder = Bench::new();
    let line = "gather_kernel!(pub struct Pick: Gather, f32, i64, rank = 2, axis = 2);";
    let marks = format!(
        "error: `axis` must be between -2 and 1 for `rank` 2, found 2\n  | {line}\n  | {}^\n",
        " ".repeat(line.len() - 3)
    );
    let checked = gather(folder.path(), ["check", line]);
    assert_eq!((checked.code, checked.out), (Some(1), marks));
    let expanded = gather(folder.path(), ["expand", &line.replace("= 2)", "= 1)")]);
    assert!(
        expanded.out.contains("pub struct Pick;"),
        "{}",
        expanded.out
    );
}

#[test]
fn help_names_every_command() {
    let bench = Bench::new();
    let help = bench.printed("--help");
    let commands = "nd axis elements explain expand check onnx onnx-test";
    for command in commands.split(' ') {
        assert!(help.contains(&format!("\n  {command} ")), "{command}");
    }
    for command in ["nd", "axis", "elements"] {
        let help = bench.printed(&format!("{command} --help"));
        for part in [
            "--out-of-range",
            "--semantics",
            "--threads",
            "\nExamples:\n",
        ] {
            assert!(help.contains(part), "{command}: {part}");
        }
        let example = format!("\n  gather {command} ");
        assert!(help.contains(&example), "{command}: examples");
    }
}
