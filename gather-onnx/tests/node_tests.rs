//! ONNX node tests through the dynamic call: the official ones, one per element type, and bad ones.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::{fs, path::PathBuf};

use gather_onnx::run_tests;

fn data(path: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("tests/data")
        .join(path)
}

/// The tests in a folder, by name.
fn tests(folder: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(data(folder)).unwrap();
    let mut dirs: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    dirs.sort();
    dirs
}

#[test]
fn official_node_tests_pass() {
    let outcomes = run_tests(tests("node"));
    let names: Vec<_> = outcomes
        .iter()
        .map(|outcome| outcome.dir.file_name().unwrap().to_string_lossy())
        .collect();
    assert_eq!(
        names,
        [
            "test_gather_0",
            "test_gather_1",
            "test_gather_2d_indices",
            "test_gather_elements_0",
            "test_gather_elements_1",
            "test_gather_elements_negative_indices",
            "test_gather_negative_indices",
            "test_gathernd_example_float32",
            "test_gathernd_example_int32",
            "test_gathernd_example_int32_batch_dim1",
        ]
    );
    let text = outcomes.to_string();
    assert!(text.ends_with("\n10 passed, 0 failed"), "{text}");
}

#[test]
fn every_element_type_passes_in_both_encodings() {
    let outcomes = run_tests(tests("types"));
    let text = outcomes.to_string();
    assert!(text.ends_with("\n34 passed, 0 failed"), "{text}");
}

#[test]
fn external_data_is_read_from_its_place() {
    let outcomes = run_tests([data("models/external")]);
    assert_eq!(outcomes.passed(), 1, "{outcomes}");
}

/// What a bad test says, after the name of the file.
#[track_caller]
fn fails(test: &str, expected: &str) {
    let outcomes = run_tests([data("bad").join(test)]);
    let text = outcomes.to_string();
    let lines: Vec<_> = text.lines().collect();
    let [line, "0 passed, 1 failed"] = lines.as_slice() else {
        panic!("{text}");
    };
    assert!(line.starts_with("failed "), "{line}");
    assert!(line.ends_with(expected), "{line}");
}

#[test]
fn failures_say_why() {
    fails(
        "wrong_value/",
        "test_data_set_0: the output differs from the expected one at element 2",
    );
    fails(
        "wrong_shape",
        "expected an output of shape [1, 2], found [2, 2]",
    );
    fails(
        "wrong_output_type",
        "expected an output of type double, found float",
    );
    fails(
        "wrong_index_type",
        "indices must be int32 or int64, found float",
    );
    fails(
        "out_of_range",
        "index 3 at indices[1] (position 1) is out of range for axis 0 of size 3, expected -3 to 2",
    );
    fails(
        "external",
        "external data in `weights.bin`: No such file or directory (os error 2)",
    );
    fails(
        "outside",
        "external data must be beside the model or below it, found `../node/weights.bin`",
    );
    fails("missing", "No such file or directory (os error 2)");
}

#[test]
fn tests_that_are_none_say_so() {
    let scratch = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let only = |name: &str, model: &str| {
        let dir = scratch.join(name);
        fs::create_dir_all(&dir).unwrap();
        fs::copy(data(model), dir.join("model.onnx")).unwrap();
        run_tests([dir]).to_string()
    };
    let text = only("no_data", "bad/symbolic.onnx");
    assert!(
        text.contains("no_data: no directory test_data_set_*\n"),
        "{text}"
    );
    let text = only("many", "models/nested.onnx");
    assert!(text.contains("found nodes: 10, gathers: 8\n"), "{text}");
    let text = only("none", "bad/no_gather.onnx");
    assert!(
        text.contains("expected a model of one node, a gather; found nodes: 1, gathers: 0\n"),
        "{text}"
    );
}

#[test]
fn truncated_tensors_fail() {
    let from = data("node/test_gather_0");
    let dir = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("cut");
    let set = dir.join("test_data_set_0");
    fs::create_dir_all(&set).unwrap();
    fs::copy(from.join("model.onnx"), dir.join("model.onnx")).unwrap();
    for file in ["input_0.pb", "input_1.pb", "output_0.pb"] {
        let name = format!("test_data_set_0/{file}");
        fs::copy(from.join(&name), dir.join(&name)).unwrap();
    }
    assert_eq!(run_tests([&dir]).passed(), 1, "the copy is good");
    let whole = fs::read(set.join("input_0.pb")).unwrap();
    for length in 0..whole.len() {
        fs::write(set.join("input_0.pb"), &whole[..length]).unwrap();
        let outcomes = run_tests([&dir]);
        assert_eq!(outcomes.failed(), 1, "{length} bytes");
    }
}
