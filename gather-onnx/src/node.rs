//! One gather node of a model, and the kernel for it.

use core::fmt::{self, Write as _};

use gather_core::{Op, Operator, Preset, Role, Rules, Violation};
use gather_spec::{Call, Shape};

use crate::{
    element::ElementType,
    error::{Error, Reason, escape},
};

/// Kernels whose sizes are all known work on nested arrays, which live on the stack. From this many
/// elements on, the leading size of data is left open, so that the kernel takes slices. No stride depends
/// on that size.
const LARGE: usize = 4096;

/// A gather node: its operator and what the model states about its inputs.
///
/// `Display` is one line: operator, name, attributes, inputs.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NodeSpec {
    /// The node's name; that of its output if it has none.
    pub name: String,
    /// Where the node is, if not in the model's main graph: the nodes and attributes, or the function,
    /// that hold its graph.
    pub graph: String,
    /// The name of its kernel: a legal Rust name that no other node of the model has.
    pub kernel: String,
    /// Operator and attributes, with ONNX's defaults.
    pub op: Op,
    /// What is gathered from.
    pub data: ValueSpec,
    /// What says where.
    pub indices: ValueSpec,
    /// The version of ONNX's operators.
    pub opset: i64,
}

/// What a model states about a tensor.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ValueSpec {
    /// Its name in the graph.
    pub name: String,
    /// The type of its elements.
    pub element: Option<ElementType>,
    /// Its sizes; `None` for those that are symbolic, and for all of them if not even the rank is stated.
    pub shape: Option<Vec<Option<usize>>>,
}

/// A shape as the rule book wants to see it.
impl Shape for ValueSpec {
    fn rank(&self) -> Option<usize> {
        self.shape.as_ref().map(Vec::len)
    }

    fn size(&self, axis: usize) -> Option<usize> {
        self.shape.as_ref()?.get(axis).copied().flatten()
    }
}

impl ValueSpec {
    /// All sizes, if they are known.
    fn sizes(&self) -> Option<Vec<usize>> {
        self.shape.as_ref()?.iter().copied().collect()
    }
}

impl NodeSpec {
    /// What ONNX means by the node's operator in the model's opset.
    #[must_use]
    pub const fn preset(&self) -> Preset {
        match self.opset {
            ..=11 => Preset::Onnx11,
            12 => Preset::Onnx12,
            13.. => Preset::Onnx13,
        }
    }

    /// The rules of the node's operator, judged from what the model states.
    ///
    /// # Errors
    ///
    /// The first broken rule.
    pub fn check(&self) -> Result<(), Error> {
        let first = self.call().first_violation();
        first.map_err(|violation: Violation| self.error(violation.into()))
    }

    /// The node as a call of `gather_kernel!` that makes a public item.
    ///
    /// Where all sizes are known and there are more than some thousand elements, the leading size of data
    /// is left open, so that the kernel takes slices and not nested arrays.
    ///
    /// # Errors
    ///
    /// The model does not state an element type or the rank of data, a type has no Rust type, the node
    /// breaks a rule of its operator, or the kernel would have more dimensions than kernels have.
    ///
    /// ```
    /// let node = &gather_onnx::list("tests/data/models/nested.onnx")?[3];
    /// assert_eq!(
    ///     node.macro_line()?,
    ///     "gather_kernel!(pub struct Sorted: GatherElements, f32, i64, data = [5, 4], \
    ///      indices = [5, 4], axis = -1);"
    /// );
    /// # Ok::<(), gather_onnx::Error>(())
    /// ```
    pub fn macro_line(&self) -> Result<String, Error> {
        Ok(format!("gather_kernel!(pub struct {});", self.spec_line()?))
    }

    /// `Name: operator, element, index, …`, a line for the build-script front end.
    pub(crate) fn spec_line(&self) -> Result<String, Error> {
        let line = self.written().map_err(|reason| self.error(reason))?;
        self.check()?;
        let (_, spec) = line.split_once(": ").unwrap_or_default();
        let mistakes = spec.parse().map(gather_codegen::mistakes);
        match mistakes.unwrap_or_default().into_iter().next() {
            None => Ok(line),
            Some(mistake) => Err(self.error(Reason::Kernel(mistake))),
        }
    }

    fn written(&self) -> Result<String, Reason> {
        let (element, index) = (self.element()?, self.index()?);
        let data = self.data.shape.as_deref().ok_or(Reason::NoRank)?;
        let mut data = data.to_vec();
        if let Some(leading) = data.first_mut().filter(|_| self.is_large()) {
            *leading = None;
        }
        let operator = self.op.operator();
        let mut line = format!("{}: {operator}, {element}, {index}", self.kernel);
        line += &known("data", "rank", &data);
        if let Some(indices) = &self.indices.shape {
            line += &known("indices", "indices_rank", indices);
        }
        line += &attributes(self.op, " = ");
        Ok(line)
    }

    /// The Rust type of the elements.
    fn element(&self) -> Result<&'static str, Reason> {
        let tensor = Role::Data;
        let found = self.data.element.ok_or(Reason::NoElementType { tensor })?;
        let rust = found.rust();
        rust.ok_or(Reason::UnsupportedElementType { found })
    }

    /// The Rust type of the indices.
    fn index(&self) -> Result<&'static str, Reason> {
        let tensor = Role::Indices;
        let element = self.indices.element;
        match element.ok_or(Reason::NoElementType { tensor })? {
            ElementType::Int32 => Ok("i32"),
            ElementType::Int64 => Ok("i64"),
            found => Err(Reason::IndexType { found }),
        }
    }

    /// Whether all sizes are known and the arrays of such a kernel would be large.
    fn is_large(&self) -> bool {
        let (Some(data), Some(indices)) = (self.data.sizes(), self.indices.sizes()) else {
            return false;
        };
        let call = self.call();
        let axes = 0..call.output_rank().unwrap_or(0);
        let output: Option<Vec<usize>> = axes.map(|axis| call.output_size(axis)).collect();
        [data, indices, output.unwrap_or_default()]
            .iter()
            .any(|shape| gather_spec::elements(shape).is_none_or(|elements| elements > LARGE))
    }

    fn call(&self) -> Call<'_, ValueSpec, ValueSpec> {
        let meaning = self.preset().meaning(self.op.operator());
        Call {
            op: self.op,
            data: &self.data,
            indices: &self.indices,
            rules: meaning.map_or(Rules::ONNX, |meaning| meaning.rules),
        }
    }

    pub(crate) fn error(&self, reason: Reason) -> Error {
        Error::at_node(&self.name, reason)
    }
}

/// `, data = [_, 768]`, or `, rank = 2` if no size is known.
fn known(sizes: &str, rank: &str, shape: &[Option<usize>]) -> String {
    if !shape.is_empty() && shape.iter().all(Option::is_none) {
        return format!(", {rank} = {}", shape.len());
    }
    format!(", {sizes} = {}", Sizes(shape))
}

/// `, axis = 1`; `batch_dims` only where it is not 0.
fn attributes(op: Op, equals: &str) -> String {
    let mut text = String::new();
    let (axis, batch_dims) = match op {
        Op::GatherNd { batch_dims } => (None, batch_dims),
        Op::Gather { axis, batch_dims } => (Some(axis), batch_dims),
        Op::GatherElements { axis } => (Some(axis), 0),
    };
    // Writing to a string does not fail.
    if let Some(axis) = axis {
        let _ = write!(text, ", axis{equals}{axis}");
    }
    if batch_dims != 0 {
        let _ = write!(text, ", batch_dims{equals}{batch_dims}");
    }
    text
}

/// A shape as the macro writes it.
struct Sizes<'a>(&'a [Option<usize>]);

impl fmt::Display for Sizes<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char('[')?;
        for (n, size) in self.0.iter().enumerate() {
            let comma = if n == 0 { "" } else { ", " };
            match size {
                Some(size) => write!(f, "{comma}{size}")?,
                None => write!(f, "{comma}_")?,
            }
        }
        f.write_char(']')
    }
}

impl fmt::Display for ValueSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.element {
            Some(element) => write!(f, "{element}")?,
            None => f.write_char('?')?,
        }
        match &self.shape {
            Some(shape) => write!(f, " {}", Sizes(shape)),
            None => f.write_str(" ?"),
        }
    }
}

impl fmt::Display for NodeSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let operator: Operator = self.op.operator();
        write!(f, "{operator} `{}`", escape(&self.name))?;
        if !self.graph.is_empty() {
            write!(f, " in {}", escape(&self.graph))?;
        }
        f.write_str(&attributes(self.op, " "))?;
        write!(f, ", data {}, indices {}", self.data, self.indices)
    }
}
