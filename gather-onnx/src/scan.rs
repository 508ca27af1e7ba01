//! From a model to its gather nodes, graph by graph.
//!
//! Subgraphs see the values of the graphs around them. How deep they nest is limited by the decoder, so
//! the recursion here is, too.

use std::{collections::HashMap, fs, path::Path};

use gather_core::Op;
use prost::{Message as _, bytes::Bytes};

use crate::{
    element::ElementType,
    error::{Error, Reason},
    name::Names,
    node::{NodeSpec, ValueSpec},
    proto::{
        AttributeProto, FunctionProto, GraphProto, ModelProto, NodeProto, OperatorSetIdProto,
        TensorProto, ValueInfoProto, attribute_type,
    },
};

/// Every Gather, GatherElements and GatherND node of a model file, in the order of the file; those of
/// subgraphs and functions, too.
///
/// Shapes and types are those that the model states: in its inputs and outputs, in `value_info`, by
/// initializers, by Constant and by Shape nodes. Symbolic sizes are unknown. Nothing else is inferred.
///
/// # Errors
///
/// The file cannot be read, is not a model or is cut short, has no gather node, or has one with
/// attributes or inputs that no gather has.
///
/// ```
/// let nodes = gather_onnx::list("tests/data/models/nested.onnx")?;
/// assert_eq!(
///     nodes[2].to_string(),
///     "GatherND `0`, batch_dims 1, data float [_, 3, 4], indices int64 [_, 2, 1]"
/// );
/// let error = gather_onnx::list("tests/data/bad/no_gather.onnx").unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "tests/data/bad/no_gather.onnx: the model has no Gather, GatherElements or GatherND node"
/// );
/// # Ok::<(), gather_onnx::Error>(())
/// ```
pub fn list(path: impl AsRef<Path>) -> Result<Vec<NodeSpec>, Error> {
    let path = path.as_ref();
    let model = read(path)?;
    let nodes = nodes(&model).map_err(|failure| match failure {
        Failure::Model(reason) => Error::new(path, reason),
        Failure::Node(error) => error.within(path),
    })?;
    if nodes.is_empty() {
        return Err(Error::new(path, Reason::NoGather));
    }
    Ok(nodes)
}

/// The model in a file.
pub(crate) fn read(path: &Path) -> Result<ModelProto, Error> {
    let failed = |reason| Error::new(path, reason);
    let bytes = fs::read(path).map_err(|error| failed(error.into()))?;
    let model = ModelProto::decode(Bytes::from(bytes))
        .map_err(|error| failed(Reason::NotAModel(error.to_string())))?;
    match model.graph {
        Some(_) => Ok(model),
        None => Err(failed(Reason::NotAModel("it has no graph".to_owned()))),
    }
}

/// What is wrong with a model as a whole or with a node of it.
pub(crate) enum Failure {
    Model(Reason),
    Node(Error),
}

/// The gather nodes of a model; there may be none.
pub(crate) fn nodes(model: &ModelProto) -> Result<Vec<NodeSpec>, Failure> {
    let opset = opset(&model.opset_import).ok_or(Failure::Model(Reason::NoOpset))?;
    let mut scan = Scan {
        opset,
        names: Names::default(),
        found: Vec::new(),
    };
    if let Some(graph) = &model.graph {
        scan.graph(graph, None, "").map_err(Failure::Node)?;
    }
    for function in &model.functions {
        scan.opset = self::opset(&function.opset_import).unwrap_or(opset);
        scan.function(function).map_err(Failure::Node)?;
    }
    Ok(scan.found)
}

/// Whether these are the operators of ONNX itself.
fn is_onnx(domain: &str) -> bool {
    matches!(domain, "" | "ai.onnx")
}

fn opset(imports: &[OperatorSetIdProto]) -> Option<i64> {
    let onnx = imports.iter().find(|import| is_onnx(&import.domain))?;
    Some(onnx.version)
}

/// What is known about the values of a graph, and of those around it.
struct Scope<'a> {
    values: HashMap<&'a str, ValueSpec>,
    outer: Option<&'a Self>,
}

impl Scope<'_> {
    fn get(&self, name: &str) -> ValueSpec {
        let mut scope = Some(self);
        while let Some(here) = scope {
            if let Some(value) = here.values.get(name) {
                return value.clone();
            }
            scope = here.outer;
        }
        ValueSpec {
            name: name.to_owned(),
            ..ValueSpec::default()
        }
    }
}

/// A walk through one model.
struct Scan {
    opset: i64,
    names: Names,
    found: Vec<NodeSpec>,
}

impl Scan {
    fn graph(
        &mut self,
        graph: &GraphProto,
        outer: Option<&Scope<'_>>,
        place: &str,
    ) -> Result<(), Error> {
        let mut values = HashMap::new();
        let stated = [&graph.input, &graph.value_info, &graph.output];
        for info in stated.into_iter().flatten() {
            values.insert(info.name.as_str(), stated_by_info(info));
        }
        for node in &graph.node {
            values.extend(shape_of(node).filter(|(name, _)| !values.contains_key(name)));
            values.extend(constant(node));
        }
        for tensor in &graph.initializer {
            values.insert(&tensor.name, stated_by_tensor(&tensor.name, tensor));
        }
        let scope = Scope { values, outer };
        self.nodes(&graph.node, &scope, place)
    }

    fn function(&mut self, function: &FunctionProto) -> Result<(), Error> {
        let infos = function.value_info.iter();
        let mut values: HashMap<_, _> = infos
            .map(|info| (info.name.as_str(), stated_by_info(info)))
            .collect();
        for node in &function.node {
            values.extend(shape_of(node).filter(|(name, _)| !values.contains_key(name)));
            values.extend(constant(node));
        }
        let scope = Scope {
            values,
            outer: None,
        };
        self.nodes(&function.node, &scope, &function.name)
    }

    fn nodes(&mut self, nodes: &[NodeProto], scope: &Scope<'_>, place: &str) -> Result<(), Error> {
        for node in nodes {
            if let Some(spec) = self.node(node, scope, place)? {
                self.found.push(spec);
            }
            for attribute in &node.attribute {
                for graph in attribute.g.iter().chain(&attribute.graphs) {
                    let inner = inner_place(place, node, attribute);
                    self.graph(graph, Some(scope), &inner)?;
                }
            }
        }
        Ok(())
    }

    /// The spec of a node, if it is a gather.
    fn node(
        &mut self,
        node: &NodeProto,
        scope: &Scope<'_>,
        place: &str,
    ) -> Result<Option<NodeSpec>, Error> {
        let name = display_name(node);
        let failed = |reason| Error::at_node(name, reason);
        let Some(op) = operator(node).map_err(failed)? else {
            return Ok(None);
        };
        let [data, indices] = node.input.as_slice() else {
            let found = node.input.len();
            return Err(failed(Reason::Inputs { found }));
        };
        let mut data = scope.get(data);
        let output = node.output.first().map(|output| scope.get(output));
        // The output has the elements of data.
        let element = output.and_then(|output| output.element);
        data.element = data.element.or(element);
        Ok(Some(NodeSpec {
            name: name.to_owned(),
            graph: place.to_owned(),
            kernel: self.names.give(name, op.operator()),
            op,
            data,
            indices: scope.get(indices),
            opset: self.opset,
        }))
    }
}

/// The node's name; that of its output if it has none.
fn display_name(node: &NodeProto) -> &str {
    match node.output.first() {
        Some(output) if node.name.is_empty() => output,
        _ => &node.name,
    }
}

fn inner_place(place: &str, node: &NodeProto, attribute: &AttributeProto) -> String {
    let slash = if place.is_empty() { "" } else { "/" };
    let (node, attribute) = (display_name(node), &attribute.name);
    format!("{place}{slash}{node}/{attribute}")
}

/// The operator with its attributes, if the node is a gather.
fn operator(node: &NodeProto) -> Result<Option<Op>, Reason> {
    if !is_onnx(&node.domain) {
        return Ok(None);
    }
    Ok(Some(match node.op_type.as_str() {
        "Gather" => Op::Gather {
            axis: integer(node, "axis")?,
            // No opset has it so far; the rule book says so if it is there.
            batch_dims: integer(node, "batch_dims")?,
        },
        "GatherElements" => Op::GatherElements {
            axis: integer(node, "axis")?,
        },
        "GatherND" => Op::GatherNd {
            batch_dims: integer(node, "batch_dims")?,
        },
        _ => return Ok(None),
    }))
}

/// An attribute, whose default is 0.
fn integer(node: &NodeProto, attribute: &'static str) -> Result<i128, Reason> {
    let Some(found) = node.attribute.iter().find(|given| given.name == attribute) else {
        return Ok(0);
    };
    if !found.ref_attr_name.is_empty() {
        return Err(Reason::AttributeOfFunction { attribute });
    }
    match found.r#type {
        attribute_type::INT | attribute_type::UNDEFINED => Ok(found.i.into()),
        _ => Err(Reason::AttributeType { attribute }),
    }
}

fn stated_by_info(info: &ValueInfoProto) -> ValueSpec {
    let tensor = info.r#type.as_ref().and_then(|ty| ty.tensor_type.as_ref());
    let shape = tensor.and_then(|tensor| tensor.shape.as_ref());
    // A negative size is how some exporters write an unknown one.
    let size = |size: Option<i64>| usize::try_from(size?).ok();
    ValueSpec {
        name: info.name.clone(),
        element: tensor.and_then(|tensor| ElementType::from_code(tensor.elem_type)),
        shape: shape.map(|shape| shape.dim.iter().map(|dim| size(dim.dim_value)).collect()),
    }
}

fn stated_by_tensor(name: &str, tensor: &TensorProto) -> ValueSpec {
    let sizes = tensor.dims.iter();
    ValueSpec {
        name: name.to_owned(),
        element: ElementType::from_code(tensor.data_type),
        shape: Some(sizes.map(|size| usize::try_from(*size).ok()).collect()),
    }
}

/// What a Shape node states: from it, models gather their own sizes.
fn shape_of(node: &NodeProto) -> Option<(&str, ValueSpec)> {
    if node.op_type != "Shape" || !is_onnx(&node.domain) {
        return None;
    }
    let output = node.output.first()?;
    let sizes = ValueSpec {
        name: output.clone(),
        element: Some(ElementType::Int64),
        shape: Some(vec![None]),
    };
    Some((output, sizes))
}

/// What a Constant node states, in the forms that indices and data come in.
fn constant(node: &NodeProto) -> Option<(&str, ValueSpec)> {
    if node.op_type != "Constant" || !is_onnx(&node.domain) {
        return None;
    }
    let (output, given) = (node.output.first()?, node.attribute.first()?);
    let integers = |shape| ValueSpec {
        name: output.clone(),
        element: Some(ElementType::Int64),
        shape: Some(shape),
    };
    let value = match given.name.as_str() {
        "value" => stated_by_tensor(output, given.t.as_ref()?),
        "value_int" => integers(Vec::new()),
        "value_ints" => integers(vec![Some(given.ints.len())]),
        _ => return None,
    };
    Some((output, value))
}
