//! Models: what is listed, what is compiled, what is refused.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::{fs, path::PathBuf};

use gather_core::Op;
use gather_onnx::{ElementType, Reason, list, missing_data, module};

fn data(path: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("tests/data")
        .join(path)
}

/// The text of the error, after the name of the file.
fn refused(path: &str) -> String {
    let text = list(data(path)).unwrap_err().to_string();
    short(&text, path)
}

fn short(text: &str, path: &str) -> String {
    assert!(!text.contains('\n'), "one line: {text}");
    let (_, rest) = text.split_once(path).expect("the error names the file");
    rest.trim_start_matches(": ").to_owned()
}

/// Why there is no kernel for the model's only node.
fn no_kernel(path: &str) -> String {
    let nodes = list(data(path)).unwrap();
    let text = nodes[0].macro_line().unwrap_err().to_string();
    assert_eq!(
        short(&module(data(path)).unwrap_err().to_string(), path),
        text,
        "the build script says the same"
    );
    text
}

#[test]
fn nodes_of_graphs_and_subgraphs_are_listed_with_what_the_model_states() {
    let nodes = list(data("models/nested.onnx")).unwrap();
    let lines: Vec<String> = nodes.iter().map(ToString::to_string).collect();
    assert_eq!(
        lines,
        [
            "Gather `/embed/words.1/Gather`, axis 0, data float [5, 4], indices int64 [_, 3]",
            "Gather `/embed/words_1/Gather`, axis 0, data float [5, 4], indices int64 [_, 3]",
            "GatherND `0`, batch_dims 1, data float [_, 3, 4], indices int64 [_, 2, 1]",
            "GatherElements `sorted`, axis -1, data float [5, 4], indices int64 [5, 4]",
            "Gather `pick` in choose/else_branch, axis 1, data float [5, 4], indices int64 []",
            "Gather `pick` in choose/then_branch, axis 0, data float [5, 4], indices int64 []",
            "Gather `self`, axis 0, data ? ?, indices int64 [_, 3]",
            "Gather `length`, axis 0, data int64 [_], indices int64 []",
        ]
    );
    assert_eq!(nodes[2].op, Op::GatherNd { batch_dims: 1 });
    assert_eq!(nodes[2].data.element, Some(ElementType::Float));
    assert!(nodes.iter().all(|node| node.opset == 13), "the opset");
}

#[test]
fn macro_lines_are_ready_to_be_pasted() {
    let nodes = list(data("models/nested.onnx")).unwrap();
    let lines: Vec<String> = nodes[..6]
        .iter()
        .map(|node| node.macro_line().unwrap())
        .collect();
    assert_eq!(
        lines,
        [
            "gather_kernel!(pub struct EmbedWords1Gather: Gather, f32, i64, data = [5, 4], indices = [_, 3], axis = 0);",
            "gather_kernel!(pub struct EmbedWords1Gather2: Gather, f32, i64, data = [5, 4], indices = [_, 3], axis = 0);",
            "gather_kernel!(pub struct GatherND0: GatherND, f32, i64, data = [_, 3, 4], indices = [_, 2, 1], batch_dims = 1);",
            "gather_kernel!(pub struct Sorted: GatherElements, f32, i64, data = [5, 4], indices = [5, 4], axis = -1);",
            "gather_kernel!(pub struct Pick: Gather, f32, i64, data = [5, 4], indices = [], axis = 1);",
            "gather_kernel!(pub struct Pick2: Gather, f32, i64, data = [5, 4], indices = [], axis = 0);",
        ]
    );
}

#[test]
fn nodes_of_functions_are_listed() {
    let nodes = list(data("models/function.onnx")).unwrap();
    let lines: Vec<String> = nodes.iter().map(ToString::to_string).collect();
    let expected = "Gather `column` in column_of, axis 1, data ? ?, indices int64 []";
    assert_eq!(lines, [expected]);
    assert_eq!(nodes[0].opset, 12, "a function has its own opset");
    assert_eq!(
        refused("bad/function_parameter.onnx"),
        "node `column`: `axis` is a parameter of the function around the node; \
         inline the functions first (onnx.inliner)"
    );
}

#[test]
fn symbolic_sizes_stay_open() {
    let nodes = list(data("bad/symbolic.onnx")).unwrap();
    assert_eq!(
        nodes[0].macro_line().unwrap(),
        "gather_kernel!(pub struct Pick: Gather, f32, i64, rank = 2, indices_rank = 1, axis = 0);"
    );
}

#[test]
fn missing_files_of_external_data_are_named() {
    let missing = |path: &str| missing_data(data(path)).unwrap();
    assert_eq!(missing("bad/external/model.onnx"), ["weights.bin"]);
    assert_eq!(missing("bad/outside/model.onnx"), ["../node/weights.bin"]);
    assert!(missing("models/external/model.onnx").is_empty(), "there");
    assert!(
        missing("models/nested.onnx").is_empty(),
        "nothing is elsewhere"
    );
    // The model is listed without them, and nothing else is one.
    assert_eq!(list(data("bad/external/model.onnx")).unwrap().len(), 1);
    assert!(missing_data(data("models/external/weights.bin")).is_err());
}

#[test]
fn large_arrays_become_slices() {
    let mut node = list(data("bad/symbolic.onnx")).unwrap().remove(0);
    node.data.shape = Some(vec![Some(30522), Some(768)]);
    node.indices.shape = Some(vec![Some(1), Some(128)]);
    let line = node.macro_line().unwrap();
    assert!(
        line.contains("data = [_, 768], indices = [1, 128]"),
        "{line}"
    );
}

#[test]
fn module_has_the_kernels_and_says_what_it_left_out() {
    let module = module(data("models/nested.onnx")).unwrap();
    for kernel in ["EmbedWords1Gather2", "GatherND0", "Sorted", "Pick2"] {
        let item = format!("pub struct {kernel};");
        assert!(module.code.contains(&item), "{item}");
    }
    assert_eq!(module.left_out.len(), 1);
    assert!(
        module.left_out[0].to_string().ends_with(
            "node `self`: the model does not state the element type of data; \
             infer shapes first (onnx.shape_inference)"
        ),
        "{}",
        module.left_out[0]
    );
}

#[test]
fn what_is_not_a_model_is_refused() {
    assert!(
        refused("no_such.onnx").starts_with("No such file"),
        "missing"
    );
    assert!(
        refused("models/external/weights.bin").starts_with("not an ONNX model, or cut short: "),
        "numbers"
    );
    // A tensor decodes as a model, because messages do not say what they are; it has no graph.
    let text = refused("node/test_gather_0/test_data_set_0/input_1.pb");
    assert!(
        text.starts_with("not an ONNX model, or cut short: "),
        "{text}"
    );
}

#[test]
fn bad_models_are_refused_in_one_line() {
    let no_gather = "the model has no Gather, GatherElements or GatherND node";
    assert_eq!(refused("bad/no_gather.onnx"), no_gather);
    assert_eq!(
        refused("bad/axis_type.onnx"),
        "node `pick`: the attribute `axis` must be an integer"
    );
    assert_eq!(
        refused("bad/one_input.onnx"),
        "node `pick`: a gather node has 2 inputs, found 1"
    );
}

#[test]
fn nodes_without_a_kernel_say_why() {
    assert_eq!(
        no_kernel("bad/float_indices.onnx"),
        "node `pick`: indices must be int32 or int64, found float"
    );
    assert_eq!(
        no_kernel("bad/no_rank.onnx"),
        "node `pick`: the model does not state the rank of data; infer shapes first (onnx.shape_inference)"
    );
    assert_eq!(
        no_kernel("bad/packed.onnx"),
        "node `pick`: elements of type int4 have no bytes of their own"
    );
    assert_eq!(
        no_kernel("bad/axis.onnx"),
        "node `pick`: `axis` must be between -2 and 1 for `rank` 2, found 2"
    );
    let text = no_kernel("bad/batch_dims_11.onnx");
    assert!(
        text.contains("onnx_11") && text.contains("batch_dims"),
        "{text}"
    );
}

#[test]
fn every_truncated_model_is_refused() {
    let model = fs::read(data("models/nested.onnx")).unwrap();
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("truncated.onnx");
    for length in 0..model.len() {
        fs::write(&path, &model[..length]).unwrap();
        let error = list(&path).unwrap_err();
        let found = error.reason();
        assert!(
            matches!(found, Reason::NotAModel(_) | Reason::NoOpset),
            "{length} bytes: {error}"
        );
        assert!(!error.to_string().contains('\n'), "{error}");
    }
}

#[test]
fn damaged_models_give_a_list_or_one_line() {
    let model = fs::read(data("models/nested.onnx")).unwrap();
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("damaged.onnx");
    for position in 0..model.len() {
        for flip in [0x01, 0x80] {
            let mut damaged = model.clone();
            damaged[position] ^= flip;
            fs::write(&path, &damaged).unwrap();
            match list(&path) {
                Ok(nodes) => {
                    for node in nodes {
                        let _ = node.macro_line();
                        assert!(!node.to_string().contains('\n'), "{node}");
                    }
                }
                Err(error) => assert!(!error.to_string().contains('\n'), "{error}"),
            }
        }
    }
}

/// A graph in a node in a graph, and so on, deeper than any stack.
#[test]
fn deep_nesting_is_refused() {
    fn field(number: u8, inner: &[u8]) -> Vec<u8> {
        let mut message = vec![number << 3 | 2];
        let mut length = inner.len();
        while length > 127 {
            message.push(u8::try_from(length % 128).unwrap() | 128);
            length /= 128;
        }
        message.push(u8::try_from(length).unwrap());
        message.extend(inner);
        message
    }
    let mut graph = Vec::new();
    for _ in 0..5000 {
        graph = field(1, &field(5, &field(6, &graph)));
    }
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("deep.onnx");
    fs::write(&path, field(7, &graph)).unwrap();
    let error = list(&path).unwrap_err();
    assert!(error.to_string().contains("recursion limit"), "{error}");
}
