//! Data that a model keeps in other files.

use std::{
    collections::BTreeSet,
    path::{Component, Path},
};

use crate::{
    error::Error,
    proto::{EXTERNAL, GraphProto, NodeProto, TensorProto},
    scan::read,
};

/// The files with data of a model that are not there, as the model names them, each once.
///
/// [`list`](crate::list) and [`build`](crate::build) need shapes and types only, which are in the model itself;
/// whoever runs the model needs the files. Paths that lead away from the model's folder are not followed, and
/// named as well.
///
/// # Errors
///
/// The file cannot be read, is not a model or is cut short.
///
/// ```
/// let missing = gather_onnx::missing_data("tests/data/bad/external/model.onnx")?;
/// assert_eq!(missing, ["weights.bin"]);
/// assert!(gather_onnx::missing_data("tests/data/models/external/model.onnx")?.is_empty());
/// # Ok::<(), gather_onnx::Error>(())
/// ```
pub fn missing_data(path: impl AsRef<Path>) -> Result<Vec<String>, Error> {
    let path = path.as_ref();
    let model = read(path)?;
    let mut named = BTreeSet::new();
    if let Some(graph) = &model.graph {
        in_graph(graph, &mut named);
    }
    for function in &model.functions {
        in_nodes(&function.node, &mut named);
    }
    let folder = path.parent().unwrap_or(Path::new(""));
    let missing = |location: &&str| !is_beside(location) || !folder.join(location).is_file();
    Ok(named
        .into_iter()
        .filter(missing)
        .map(str::to_owned)
        .collect())
}

/// How deep graphs nest is limited by the decoder, so the recursion is, too.
fn in_graph<'a>(graph: &'a GraphProto, named: &mut BTreeSet<&'a str>) {
    named.extend(graph.initializer.iter().filter_map(location));
    in_nodes(&graph.node, named);
}

fn in_nodes<'a>(nodes: &'a [NodeProto], named: &mut BTreeSet<&'a str>) {
    for attribute in nodes.iter().flat_map(|node| &node.attribute) {
        named.extend(attribute.t.iter().filter_map(location));
        for graph in attribute.g.iter().chain(&attribute.graphs) {
            in_graph(graph, named);
        }
    }
}

/// The file that a tensor's data is in, if it is not in the model.
fn location(tensor: &TensorProto) -> Option<&str> {
    (tensor.data_location == EXTERNAL).then(|| entry(tensor, "location").unwrap_or_default())
}

/// What a tensor says about its data elsewhere.
pub(crate) fn entry<'a>(tensor: &'a TensorProto, key: &str) -> Option<&'a str> {
    let entry = tensor.external_data.iter().find(|entry| entry.key == key);
    entry.map(|entry| entry.value.as_str())
}

/// Whether a path stays in the folder it begins in, or below.
pub(crate) fn is_beside(location: &str) -> bool {
    let inside = |part: Component<'_>| matches!(part, Component::Normal(_) | Component::CurDir);
    Path::new(location).components().all(inside)
}
