//! What can be wrong with a model or a test, each in one line that says where.

use core::fmt;
use std::{io, path::Path};

use gather_core::{GatherError, Role, Violation};

use crate::element::ElementType;

/// Where it went wrong, and why. The text is one line.
///
/// ```
/// use gather_onnx::{Reason, list};
/// let error = list("tests/data/bad/one_input.onnx").unwrap_err();
/// assert_eq!(error.place(), "tests/data/bad/one_input.onnx: node `pick`");
/// assert!(matches!(error.reason(), Reason::Inputs { found: 1 }));
/// ```
#[derive(Debug)]
pub struct Error {
    place: String,
    // Boxed, so that a result is not mostly room for an error.
    reason: Box<Reason>,
}

impl Error {
    pub(crate) fn new(path: &Path, reason: Reason) -> Self {
        Self {
            place: escape(&path.display().to_string()),
            reason: Box::new(reason),
        }
    }

    pub(crate) fn at_node(node: &str, reason: Reason) -> Self {
        Self {
            place: format!("node `{}`", escape(node)),
            reason: Box::new(reason),
        }
    }

    /// The same error, with the file it is in named first.
    pub(crate) fn within(mut self, path: &Path) -> Self {
        self.place = format!("{}: {}", escape(&path.display().to_string()), self.place);
        self
    }

    /// Where it is: the file, the node, or both.
    #[must_use]
    pub const fn place(&self) -> &str {
        self.place.as_str()
    }

    /// What is wrong, without the place.
    #[must_use]
    pub const fn reason(&self) -> &Reason {
        &self.reason
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.reason)
    }
}

impl core::error::Error for Error {}

/// Names come from files and may hold anything; the text of an error stays on its line.
pub(crate) fn escape(name: &str) -> String {
    let plain = |c: char| !c.is_control() && !matches!(c, '\u{2028}' | '\u{2029}');
    let shown = |c: char| {
        let escaped = (!plain(c)).then(|| c.escape_default().to_string());
        escaped.unwrap_or_else(|| c.to_string())
    };
    name.chars().map(shown).collect()
}

/// What is wrong.
#[derive(Debug)]
#[non_exhaustive]
pub enum Reason {
    /// A file cannot be read or written.
    File(io::Error),
    /// The file does not decode as a model.
    NotAModel(String),
    /// The file does not decode as a tensor.
    NotATensor(String),
    /// The model does not say which version of the operators it means.
    NoOpset,
    /// There is nothing to list.
    NoGather,
    /// A gather node has two inputs.
    Inputs {
        /// How many it has.
        found: usize,
    },
    /// An attribute is not an integer.
    AttributeType {
        /// Its name.
        attribute: &'static str,
    },
    /// An attribute of a node in a function is a parameter of that function.
    AttributeOfFunction {
        /// Its name.
        attribute: &'static str,
    },
    /// The model does not state the rank of data.
    NoRank,
    /// The model does not state an element type.
    NoElementType {
        /// Of which tensor.
        tensor: Role,
    },
    /// No element type has this number.
    UnknownElementType {
        /// The number.
        code: i32,
    },
    /// Elements of this type do not have bytes of their own.
    UnsupportedElementType {
        /// The type.
        found: ElementType,
    },
    /// Indices are integers of 32 or 64 bits.
    IndexType {
        /// What they are.
        found: ElementType,
    },
    /// The node breaks a rule of its operator.
    Rule(Violation),
    /// The gather was refused.
    Gather(GatherError),
    /// No kernel can be made, in the words of the macro.
    Kernel(String),
    /// None of the model's gather nodes states enough for a kernel.
    NoKernel,
    /// A build script's variable is not set.
    NotABuildScript {
        /// The variable.
        variable: &'static str,
    },
    /// A tensor's data is in another file, which cannot be read.
    External {
        /// The file, as the model names it.
        location: String,
        /// Why not.
        error: io::Error,
    },
    /// A tensor's data is in a file that is not beside the model or below it.
    ExternalOutside {
        /// The file, as the model names it.
        location: String,
    },
    /// A tensor's data is not in the range of its file that the model names.
    ExternalRange {
        /// The file, as the model names it.
        location: String,
    },
    /// A tensor has a negative size, or more elements than can be counted.
    TensorShape {
        /// The sizes.
        dims: Vec<i64>,
    },
    /// A tensor does not have as much data as its shape says.
    TensorLength {
        /// Bytes or strings that the shape needs.
        expected: usize,
        /// What there is.
        found: usize,
    },
    /// A tensor holds a value that its element type does not have.
    TensorValue {
        /// The type.
        element: ElementType,
        /// The number of the element.
        position: usize,
    },
    /// A test's model has one node, a gather.
    NotOneNode {
        /// How many nodes it has.
        found: usize,
        /// How many of them, and of the nodes of their subgraphs, are gathers.
        gathers: usize,
    },
    /// A test has no directory `test_data_set_*`.
    NoTestData,
    /// A test's data does not give the node this input, nor does its model.
    NoInput {
        /// The input's name.
        name: String,
    },
    /// The element type of the output differs from the expected one.
    OutputType {
        /// Expected.
        expected: ElementType,
        /// What came out.
        found: ElementType,
    },
    /// The shape of the output differs from the expected one.
    OutputShape {
        /// Expected.
        expected: Vec<usize>,
        /// What came out.
        found: Vec<usize>,
    },
    /// The output differs from the expected one.
    OutputValue {
        /// The number of the first element that differs, row-major.
        position: usize,
    },
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(error) => write!(f, "{error}"),
            Self::NotAModel(detail) => write!(f, "not an ONNX model, or cut short: {detail}"),
            Self::NotATensor(detail) => write!(f, "not an ONNX tensor, or cut short: {detail}"),
            Self::NoOpset => {
                f.write_str("the model names no opset for the operators of ONNX; is it cut short?")
            }
            Self::NoGather => {
                f.write_str("the model has no Gather, GatherElements or GatherND node")
            }
            Self::Inputs { found } => write!(f, "a gather node has 2 inputs, found {found}"),
            Self::AttributeType { attribute } => {
                write!(f, "the attribute `{attribute}` must be an integer")
            }
            Self::AttributeOfFunction { attribute } => write!(
                f,
                "`{attribute}` is a parameter of the function around the node; inline the functions first (onnx.inliner)"
            ),
            Self::NoRank => f.write_str(
                "the model does not state the rank of data; infer shapes first (onnx.shape_inference)",
            ),
            Self::NoElementType { tensor } => write!(
                f,
                "the model does not state the element type of {tensor}; infer shapes first (onnx.shape_inference)"
            ),
            Self::UnknownElementType { code } => write!(f, "no element type has the number {code}"),
            Self::UnsupportedElementType { found } => {
                write!(f, "elements of type {found} have no bytes of their own")
            }
            Self::IndexType { found } => write!(f, "indices must be int32 or int64, found {found}"),
            Self::Rule(violation) => violation.fmt(f),
            Self::Gather(error) => error.fmt(f),
            Self::Kernel(mistake) => f.write_str(mistake),
            Self::NoKernel => f.write_str("no gather node states enough for a kernel"),
            Self::NotABuildScript { variable } => {
                write!(f, "{variable} is not set; call this from a build script")
            }
            _ => self.fmt_of_test(f),
        }
    }
}

impl Reason {
    /// The texts about tensors and tests.
    fn fmt_of_test(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::External { location, error } => {
                write!(f, "external data in `{}`: {error}", escape(location))
            }
            Self::ExternalOutside { location } => write!(
                f,
                "external data must be beside the model or below it, found `{}`",
                escape(location)
            ),
            Self::ExternalRange { location } => {
                let location = escape(location);
                write!(f, "external data is not within `{location}`")
            }
            Self::TensorShape { dims } => write!(f, "a tensor cannot have the shape {dims:?}"),
            Self::TensorLength { expected, found } => write!(
                f,
                "the tensor's data must have the length {expected} for its shape, found {found}"
            ),
            Self::TensorValue { element, position } => {
                write!(f, "element {position} is no value of type {element}")
            }
            Self::NotOneNode { found, gathers } => write!(
                f,
                "expected a model of one node, a gather; found nodes: {found}, gathers: {gathers}"
            ),
            Self::NoTestData => f.write_str("no directory test_data_set_*"),
            Self::NoInput { name } => {
                write!(f, "no value for the input `{}`", escape(name))
            }
            Self::OutputType { expected, found } => {
                write!(f, "expected an output of type {expected}, found {found}")
            }
            Self::OutputShape { expected, found } => {
                write!(
                    f,
                    "expected an output of shape {expected:?}, found {found:?}"
                )
            }
            Self::OutputValue { position } => write!(
                f,
                "the output differs from the expected one at element {position}"
            ),
            // The others are the caller's.
            _ => Ok(()),
        }
    }
}

impl From<Violation> for Reason {
    fn from(violation: Violation) -> Self {
        Self::Rule(violation)
    }
}

impl From<GatherError> for Reason {
    fn from(error: GatherError) -> Self {
        Self::Gather(error)
    }
}

impl From<io::Error> for Reason {
    fn from(error: io::Error) -> Self {
        Self::File(error)
    }
}
