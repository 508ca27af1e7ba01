//! `onnx` and `onnx-test`: what they print, what they refuse.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod support;

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use support::{Bench, Done, gather};

fn workspace(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path)
}

/// Runs the words of a line beside the models and tests of `gather-onnx`.
fn run(line: &str) -> Done {
    let data = workspace("gather-onnx/tests/data");
    let done = gather(&data, line.split_whitespace());
    for text in [&done.out, &done.err] {
        assert!(!text.contains('\u{1b}'), "no colours in a pipe: {text}");
    }
    done
}

/// What a line prints that ends with this code and has nothing to complain about.
#[track_caller]
fn printed(line: &str, code: i32) -> String {
    let done = run(line);
    let end = (done.code, done.err.as_str());
    assert_eq!(end, (Some(code), ""), "{line}: {}", done.out);
    done.out
}

/// The one line that is said about bad input.
#[track_caller]
fn refused(line: &str) -> String {
    message(line, &run(line))
}

#[track_caller]
fn message(line: &str, done: &Done) -> String {
    let end = (done.code, done.out.as_str());
    assert_eq!(end, (Some(2), ""), "{line}: {}", done.err);
    let message = done.err.strip_prefix("gather: error: ").unwrap();
    let message = message.strip_suffix('\n').unwrap();
    assert!(!message.contains('\n'), "{line}: {message}");
    message.to_owned()
}

/// The names of the tests in a folder, as arguments.
fn tests(folder: &str) -> Vec<String> {
    let entries = fs::read_dir(workspace("gather-onnx/tests/data").join(folder)).unwrap();
    let mut names: Vec<_> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .map(|name| format!("{folder}/{name}"))
        .collect();
    names.sort();
    names
}

#[test]
fn nodes_are_listed_with_their_kernels() {
    let folder = workspace("examples/onnx-kernels");
    let done = gather(&folder, ["onnx", "reader.onnx"]);
    assert_eq!((done.code, done.err.as_str()), (Some(0), ""));
    let expected = "\
reader.onnx: 3 gather nodes
Gather `/embed/words/Gather`, axis 0, data float [10, 4], indices int64 [_, _]
    gather_kernel!(pub struct EmbedWordsGather: Gather, f32, i64, data = [10, 4], indices_rank = 2, axis = 0);
GatherND `/pick/GatherND`, batch_dims 1, data float [_, _, 4], indices int64 [_, _, 1]
    gather_kernel!(pub struct PickGatherND: GatherND, f32, i64, data = [_, _, 4], indices = [_, _, 1], batch_dims = 1);
GatherElements `/sort/GatherElements`, axis 1, data float [2, 3], indices int64 [2, 3]
    gather_kernel!(pub struct SortGatherElements: GatherElements, f32, i64, data = [2, 3], indices = [2, 3], axis = 1);
";
    assert_eq!(done.out, expected);
}

#[test]
fn listed_kernels_have_no_mistakes() {
    let mut count = 0;
    for model in ["models/nested.onnx", "bad/symbolic.onnx"] {
        let listed = printed(&format!("onnx {model}"), 0);
        for line in listed.lines() {
            let Some(line) = line.strip_prefix("    gather_kernel!(") else {
                continue;
            };
            let kernel = line.strip_suffix(");").unwrap();
            let checked = gather(&workspace(""), ["check", kernel]);
            assert_eq!(checked.out, "no mistakes\n", "{kernel}");
            count += 1;
        }
    }
    assert_eq!(count, 8, "all of them were checked");
}

#[test]
fn nodes_without_a_kernel_are_listed_with_the_reason() {
    let listed = printed("onnx models/nested.onnx", 0);
    let lines: Vec<_> = listed.lines().collect();
    let first = "models/nested.onnx: 8 gather nodes, 1 without a kernel";
    assert_eq!((lines[0], lines.len()), (first, 17));
    let branch = "Gather `pick` in choose/else_branch, axis 1, data float [5, 4], indices int64 []";
    assert!(lines.contains(&branch), "subgraphs: {listed}");
    let at = lines.iter().position(|line| line.contains("`self`"));
    assert_eq!(
        lines[at.unwrap() + 1],
        "    no kernel: the model does not state the element type of data; infer shapes first (onnx.shape_inference)"
    );
    let expected = "\
bad/axis.onnx: 1 gather node, 1 without a kernel
Gather `pick`, axis 2, data float [3, 2], indices int64 [2]
    no kernel: `axis` must be between -2 and 1 for `rank` 2, found 2
";
    assert_eq!(printed("onnx bad/axis.onnx", 0), expected);
}

#[test]
fn external_data_that_is_missing_is_named() {
    let expected = "\
bad/external/model.onnx: 1 gather node
Gather `pick`, axis 0, data float [3, 2], indices int64 [2]
    gather_kernel!(pub struct Pick: Gather, f32, i64, data = [3, 2], indices = [2], axis = 0);
note: external data `weights.bin` is missing; the list does not need it
";
    assert_eq!(printed("onnx bad/external/model.onnx", 0), expected);
    let there = printed("onnx models/external/model.onnx", 0);
    assert!(!there.contains("note:"), "{there}");
    // A test that cannot be run without it fails.
    let expected = "\
failed bad/external/model.onnx: external data in `weights.bin`: no such file or directory
0 passed, 1 failed
";
    assert_eq!(printed("onnx-test bad/external", 1), expected);
}

#[test]
fn symbolic_sizes_are_left_open() {
    let expected = "\
bad/symbolic.onnx: 1 gather node
Gather `pick`, axis 0, data float [_, _], indices int64 [_]
    gather_kernel!(pub struct Pick: Gather, f32, i64, rank = 2, indices_rank = 1, axis = 0);
";
    assert_eq!(printed("onnx bad/symbolic.onnx", 0), expected);
}

#[test]
fn colours_are_shown_to_those_who_ask() {
    let coloured = |line: &str| {
        let done = Command::new(env!("CARGO_BIN_EXE_gather"))
            .args(line.split(' '))
            .current_dir(workspace("gather-onnx/tests/data"))
            .env_remove("NO_COLOR")
            .env("CLICOLOR_FORCE", "1")
            .output()
            .unwrap();
        String::from_utf8(done.stdout).unwrap()
    };
    let listed = coloured("onnx bad/axis.onnx");
    assert!(
        listed.contains("\u{1b}[33mno kernel:\u{1b}[0m "),
        "{listed}"
    );
    let outcomes = coloured("onnx-test node/test_gather_0 bad/wrong_value");
    assert!(
        outcomes.starts_with("\u{1b}[32mpassed\u{1b}[0m node/test_gather_0\n\u{1b}[31mfailed"),
        "{outcomes}"
    );
}

#[test]
fn what_is_not_a_model_with_gathers_is_refused() {
    assert_eq!(
        refused("onnx none.onnx"),
        "none.onnx: no such file or directory"
    );
    assert_eq!(refused("onnx models"), "models: is a directory");
    assert_eq!(
        refused("onnx bad/no_gather.onnx"),
        "bad/no_gather.onnx: the model has no Gather, GatherElements or GatherND node"
    );
    assert_eq!(
        refused("onnx bad/axis_type.onnx"),
        "bad/axis_type.onnx: node `pick`: the attribute `axis` must be an integer"
    );
    assert_eq!(
        refused("onnx bad/one_input.onnx"),
        "bad/one_input.onnx: node `pick`: a gather node has 2 inputs, found 1"
    );
    for file in [
        "models/external/weights.bin",
        "node/test_gather_0/test_data_set_0/input_1.pb",
    ] {
        let said = refused(&format!("onnx {file}"));
        let expected = format!("{file}: not an ONNX model, or cut short: ");
        assert!(said.starts_with(&expected), "{said}");
    }
}

#[test]
fn models_that_are_cut_short_are_refused() {
    let bench = Bench::new();
    let model = fs::read(workspace("examples/onnx-kernels/reader.onnx")).unwrap();
    for length in (0..model.len()).step_by(7) {
        bench.write("cut.onnx", &model[..length]);
        let said = bench.refused("onnx cut.onnx");
        assert!(said.starts_with("cut.onnx: "), "{length} bytes: {said}");
    }
    bench.write("whole.onnx", &model);
    assert_eq!(bench.printed("onnx whole.onnx").lines().count(), 7);
}

#[test]
fn official_node_tests_pass() {
    let expected = "\
passed node/test_gather_0
passed node/test_gather_1
passed node/test_gather_2d_indices
passed node/test_gather_elements_0
passed node/test_gather_elements_1
passed node/test_gather_elements_negative_indices
passed node/test_gather_negative_indices
passed node/test_gathernd_example_float32
passed node/test_gathernd_example_int32
passed node/test_gathernd_example_int32_batch_dim1
10 passed, 0 failed
";
    let line = format!("onnx-test {}", tests("node").join(" "));
    assert_eq!(printed(&line, 0), expected);
    let line = format!("onnx-test {}", tests("types").join(" "));
    let all = printed(&line, 0);
    assert!(all.ends_with("\n34 passed, 0 failed\n"), "{all}");
}

#[test]
fn tests_that_fail_say_why_and_are_counted() {
    let expected = "\
failed bad/wrong_value/test_data_set_0: the output differs from the expected one at element 2
passed node/test_gather_0
failed bad/wrong_shape/test_data_set_0: expected an output of shape [1, 2], found [2, 2]
1 passed, 2 failed
";
    let line = "onnx-test bad/wrong_value node/test_gather_0 bad/wrong_shape";
    assert_eq!(printed(line, 1), expected);
}

#[test]
fn tests_that_lack_a_part_fail() {
    let bench = Bench::new();
    let copy = |from: &str, to: &str| {
        let to = bench.path().join(to);
        fs::create_dir_all(to.parent().unwrap()).unwrap();
        fs::copy(workspace("gather-onnx/tests/data").join(from), to).unwrap();
    };
    copy("node/test_gather_0/model.onnx", "bare/model.onnx");
    copy("models/nested.onnx", "many/model.onnx");
    copy("models/external/weights.bin", "none/model.onnx");
    copy("node/test_gather_0/model.onnx", "part/model.onnx");
    copy(
        "node/test_gather_0/test_data_set_0/input_0.pb",
        "part/test_data_set_0/input_0.pb",
    );
    let done = bench.run("onnx-test bare many none part");
    assert_eq!((done.code, done.err.as_str()), (Some(1), ""));
    let lines: Vec<_> = done.out.lines().collect();
    let [bare, many, none, part, last] = lines[..] else {
        panic!("{}", done.out);
    };
    assert_eq!(bare, "failed bare: no directory test_data_set_*");
    assert_eq!(
        many,
        "failed many/model.onnx: expected a model of one node, a gather; found nodes: 10, gathers: 8"
    );
    let expected = "failed none/model.onnx: not an ONNX model, or cut short: ";
    assert!(none.starts_with(expected), "{none}");
    assert_eq!(
        part,
        "failed part/test_data_set_0/input_1.pb: no such file or directory"
    );
    assert_eq!(last, "0 passed, 4 failed");
}

#[test]
fn arguments_that_are_no_tests_are_refused_before_any_is_run() {
    assert_eq!(
        refused("onnx-test node/test_gather_0 none"),
        "none: no such file or directory"
    );
    assert_eq!(
        refused("onnx-test bad/axis.onnx"),
        "bad/axis.onnx: is not a directory"
    );
    assert_eq!(
        refused("onnx-test node/test_gather_0 node/"),
        "node/: a node test has a file model.onnx, found none; for all tests in it, name node/*"
    );
    for line in [
        "onnx",
        "onnx a.onnx b.onnx",
        "onnx-test",
        "onnx-test --all .",
    ] {
        let done = run(line);
        assert_eq!((done.code, done.out.as_str()), (Some(2), ""), "{line}");
        assert!(done.err.contains("Usage: gather onnx"), "{}", done.err);
    }
}

#[cfg(unix)]
#[test]
fn names_stay_on_their_line() {
    let bench = Bench::new();
    let odd = bench.path().join("a\n\u{1b}[31mb");
    let set = odd.join("test_data_set_0");
    fs::create_dir_all(&set).unwrap();
    let from = workspace("gather-onnx/tests/data/node/test_gather_0");
    fs::copy(from.join("model.onnx"), odd.join("model.onnx")).unwrap();
    for entry in fs::read_dir(from.join("test_data_set_0")).unwrap() {
        let entry = entry.unwrap();
        fs::copy(entry.path(), set.join(entry.file_name())).unwrap();
    }
    let done = gather(bench.path(), ["onnx-test", "a\n\u{1b}[31mb"]);
    let expected = "passed a  [31mb\n1 passed, 0 failed\n";
    assert_eq!((done.code, done.out.as_str()), (Some(0), expected));
    let done = gather(bench.path(), ["onnx", "a\n\u{1b}[31mb/model.onnx"]);
    let first = done.out.lines().next();
    assert_eq!(first, Some("a  [31mb/model.onnx: 1 gather node"));
    let done = gather(bench.path(), ["onnx", "no\nfile"]);
    message("no\nfile", &done);
}

#[test]
fn help_tells_the_exit_codes() {
    let help = printed("onnx-test --help", 0);
    // However it is wrapped.
    let help: Vec<_> = help.split_whitespace().collect();
    let help = help.join(" ");
    assert!(help.contains("N passed, N failed"), "{help}");
    assert!(help.contains("Exit codes: 0 all passed"), "{help}");
    let help = printed("onnx --help", 0);
    assert!(help.contains("<MODEL>"), "{help}");
}
