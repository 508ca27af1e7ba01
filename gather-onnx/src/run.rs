//! A runner for ONNX node tests.
//!
//! A test is a directory with `model.onnx`, a model of one node, and with `test_data_set_*`, each of which
//! has `input_*.pb` and `output_0.pb`. It passes if the output is equal bit for bit, in every data set.

use core::{fmt, ops::Deref};
use std::{
    fs,
    path::{Path, PathBuf},
};

use prost::{Message as _, bytes::Bytes};

use crate::{
    error::{Error, Reason},
    gather::gather,
    node::NodeSpec,
    proto::{GraphProto, TensorProto},
    scan::{self, Failure},
    tensor::{Content, Tensor},
};

/// What became of one test.
#[derive(Debug)]
#[non_exhaustive]
pub struct Outcome {
    /// The directory of the test.
    pub dir: PathBuf,
    /// Nothing if it passed; otherwise what went wrong.
    pub result: Result<(), Error>,
}

impl Outcome {
    /// Whether the test passed.
    #[must_use]
    pub const fn passed(&self) -> bool {
        self.result.is_ok()
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.result {
            Ok(()) => write!(f, "passed {}", self.dir.display()),
            Err(error) => write!(f, "failed {error}"),
        }
    }
}

/// What became of some tests. `Display` is a line for each and a last line `N passed, N failed`.
#[derive(Debug)]
pub struct Outcomes(Vec<Outcome>);

impl Outcomes {
    /// How many tests passed.
    #[must_use]
    pub fn passed(&self) -> usize {
        self.0.iter().filter(|outcome| outcome.passed()).count()
    }

    /// How many tests failed.
    #[must_use]
    pub fn failed(&self) -> usize {
        self.0.len() - self.passed()
    }
}

impl Deref for Outcomes {
    type Target = [Outcome];

    fn deref(&self) -> &[Outcome] {
        &self.0
    }
}

impl IntoIterator for Outcomes {
    type Item = Outcome;
    type IntoIter = std::vec::IntoIter<Outcome>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl fmt::Display for Outcomes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for outcome in &self.0 {
            writeln!(f, "{outcome}")?;
        }
        write!(f, "{} passed, {} failed", self.passed(), self.failed())
    }
}

/// Runs the ONNX node tests in these directories through the dynamic call.
///
/// ```
/// let outcomes = gather_onnx::run_tests(["tests/data/node/test_gather_0", "no/such/test"]);
/// assert_eq!((outcomes.passed(), outcomes.failed()), (1, 1));
/// assert!(outcomes[0].passed() && !outcomes[1].passed());
/// assert!(outcomes.to_string().ends_with("\n1 passed, 1 failed"));
/// ```
pub fn run_tests<P: AsRef<Path>>(dirs: impl IntoIterator<Item = P>) -> Outcomes {
    let run = |dir: P| Outcome {
        result: run_test(dir.as_ref()),
        dir: dir.as_ref().to_owned(),
    };
    Outcomes(dirs.into_iter().map(run).collect())
}

fn run_test(dir: &Path) -> Result<(), Error> {
    let path = dir.join("model.onnx");
    let failed = |reason| Error::new(&path, reason);
    let model = scan::read(&path)?;
    let nodes = scan::nodes(&model).map_err(|failure| match failure {
        Failure::Model(reason) => failed(reason),
        Failure::Node(error) => error.within(&path),
    })?;
    let graph = model.graph.unwrap_or_default();
    let ([node], 1) = (nodes.as_slice(), graph.node.len()) else {
        let (found, gathers) = (graph.node.len(), nodes.len());
        return Err(failed(Reason::NotOneNode { found, gathers }));
    };
    let sets = data_sets(dir).map_err(|reason| Error::new(dir, reason))?;
    sets.iter().try_for_each(|set| {
        let test = Test {
            dir,
            node,
            graph: &graph,
        };
        test.run(set)
    })
}

/// The data sets of a test, by name.
fn data_sets(dir: &Path) -> Result<Vec<PathBuf>, Reason> {
    let mut sets = Vec::new();
    for entry in fs::read_dir(dir)? {
        let entry = entry?;
        let name = entry.file_name();
        if name.to_string_lossy().starts_with("test_data_set_") {
            sets.push(entry.path());
        }
    }
    sets.sort();
    if sets.is_empty() {
        return Err(Reason::NoTestData);
    }
    Ok(sets)
}

/// One test.
struct Test<'a> {
    dir: &'a Path,
    node: &'a NodeSpec,
    graph: &'a GraphProto,
}

impl Test<'_> {
    fn run(&self, set: &Path) -> Result<(), Error> {
        let data = self.input(&self.node.data.name, set)?;
        let indices = self.input(&self.node.indices.name, set)?;
        let expected = tensor(&set.join("output_0.pb"))?;
        let out = gather(self.node.op, self.node.preset(), &data, &indices);
        out.and_then(|out| compare(&expected, &out))
            .map_err(|reason| Error::new(set, reason))
    }

    /// The value of an input: an initializer, or the file with the number of the graph's input.
    fn input(&self, name: &str, set: &Path) -> Result<Tensor, Error> {
        let initializers = || self.graph.initializer.iter();
        if let Some(proto) = initializers().find(|tensor| tensor.name == name) {
            let tensor = Tensor::new(proto, self.dir);
            return tensor.map_err(|reason| Error::new(&self.dir.join("model.onnx"), reason));
        }
        let fed = self.graph.input.iter();
        let mut fed = fed.filter(|input| initializers().all(|tensor| tensor.name != input.name));
        match fed.position(|input| input.name == name) {
            Some(n) => tensor(&set.join(format!("input_{n}.pb"))),
            None => {
                let name = name.to_owned();
                Err(Error::new(set, Reason::NoInput { name }))
            }
        }
    }
}

/// The tensor in a file.
fn tensor(path: &Path) -> Result<Tensor, Error> {
    let read = || {
        let bytes = Bytes::from(fs::read(path)?);
        let proto =
            TensorProto::decode(bytes).map_err(|error| Reason::NotATensor(error.to_string()))?;
        Tensor::new(&proto, path.parent().unwrap_or(Path::new("")))
    };
    read().map_err(|reason| Error::new(path, reason))
}

fn compare(expected: &Tensor, found: &Tensor) -> Result<(), Reason> {
    if expected.element != found.element {
        return Err(Reason::OutputType {
            expected: expected.element,
            found: found.element,
        });
    }
    if expected.shape != found.shape {
        return Err(Reason::OutputShape {
            expected: expected.shape.clone(),
            found: found.shape.clone(),
        });
    }
    match first_difference(expected, found) {
        None => Ok(()),
        Some(position) => Err(Reason::OutputValue { position }),
    }
}

/// The number of the first element that differs in any bit.
fn first_difference(expected: &Tensor, found: &Tensor) -> Option<usize> {
    match (&expected.content, &found.content) {
        (Content::Bytes(expected), Content::Bytes(bytes)) => {
            let byte = differs(expected, bytes)?;
            Some(byte / found.element.width().unwrap_or(1))
        }
        (Content::Strings(expected), Content::Strings(strings)) => differs(expected, strings),
        _ => Some(0),
    }
}

fn differs<T: PartialEq>(expected: &[T], found: &[T]) -> Option<usize> {
    let first = expected.iter().zip(found).position(|(a, b)| a != b);
    let shorter = expected.len().min(found.len());
    first.or_else(|| (expected.len() != found.len()).then_some(shorter))
}
