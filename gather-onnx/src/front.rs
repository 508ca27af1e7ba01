//! The build-script front end: a model becomes a module of kernels, one for each gather node.

use std::{
    env, fs,
    path::{Path, PathBuf},
};

use crate::{
    error::{Error, Reason, escape},
    scan::list,
};

/// The kernels for a model.
#[derive(Debug)]
#[non_exhaustive]
pub struct Module {
    /// The Rust code, formatted.
    pub code: String,
    /// The kernels in the words of `gather_codegen::module`, a line for each; what `code` was made from.
    pub spec: String,
    /// Nodes without a kernel, because the model does not state enough about them.
    pub left_out: Vec<Error>,
}

/// For `build.rs`: reads the model `file`, relative to the package, and writes `OUT_DIR/<stem>.rs`, a
/// public kernel for each gather node, named after the node.
///
/// Nodes about which the model states too little are left out, with a warning each. What breaks a rule
/// fails the build. The crate needs `gather-core`, and `half` or `num-complex` if the model's elements
/// do. See the example crate `examples/onnx-kernels`.
///
/// ```no_run
/// // build.rs
/// gather_onnx::build("model.onnx");
/// ```
pub fn build(file: &str) {
    println!("cargo::rerun-if-changed={file}");
    match generate(file) {
        Ok(left_out) => {
            for error in left_out {
                println!("cargo::warning={error}; no kernel");
            }
        }
        Err(error) => println!("cargo::error={error}"),
    }
}

fn generate(file: &str) -> Result<Vec<Error>, Error> {
    let path = variable(file, "CARGO_MANIFEST_DIR")?.join(file);
    let out = variable(file, "OUT_DIR")?;
    let module = module(&path)?;
    let stem = path.file_stem().unwrap_or_default();
    for (extension, text) in [("gather", &module.spec), ("rs", &module.code)] {
        let to = out.join(stem).with_added_extension(extension);
        fs::write(&to, text).map_err(|error| Error::new(&to, error.into()))?;
    }
    Ok(module.left_out)
}

fn variable(file: &str, variable: &'static str) -> Result<PathBuf, Error> {
    let missing = || Error::new(Path::new(file), Reason::NotABuildScript { variable });
    env::var_os(variable).map(PathBuf::from).ok_or_else(missing)
}

/// The kernels for the gather nodes of a model file.
///
/// # Errors
///
/// As [`list`]; also if a node breaks a rule of its operator, or if none states enough for a kernel.
///
/// ```
/// let module = gather_onnx::module("tests/data/models/nested.onnx")?;
/// assert!(module.code.contains("pub struct EmbedWords1Gather;"));
/// assert_eq!(
///     module.left_out[0].to_string(),
///     "tests/data/models/nested.onnx: node `self`: the model does not state the element type of data; \
///      infer shapes first (onnx.shape_inference)"
/// );
/// # Ok::<(), gather_onnx::Error>(())
/// ```
pub fn module(path: impl AsRef<Path>) -> Result<Module, Error> {
    let path = path.as_ref();
    let (mut spec, mut left_out) = (String::new(), Vec::new());
    let mut kernels = 0;
    for node in list(path)? {
        match node.spec_line() {
            Ok(line) => {
                spec += &format!("# node `{}`\n{line}\n", escape(&node.name));
                kernels += 1;
            }
            Err(error) => match error.reason() {
                Reason::Rule(_) => return Err(error.within(path)),
                _ => left_out.push(error.within(path)),
            },
        }
    }
    if kernels == 0 {
        let first = left_out.into_iter().next();
        return Err(first.unwrap_or_else(|| Error::new(path, Reason::NoKernel)));
    }
    let label = Path::new(path.file_stem().unwrap_or_default()).with_added_extension("gather");
    let code = gather_codegen::module(&label.display().to_string(), &spec)
        .map_err(|mistakes| Error::new(path, Reason::Kernel(mistakes.join("; "))))?;
    Ok(Module {
        code,
        spec,
        left_out,
    })
}
