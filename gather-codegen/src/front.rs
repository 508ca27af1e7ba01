//! The build-script front end: a text file of named kernels becomes a module.
//!
//! ```text
//! # boxes per query
//! PickBoxes: GatherND, f32, i64, rank = 3, batch_dims = 1, depth = 1
//! ```

use std::{env, fs, path::Path};

use proc_macro2::{Span, TokenStream};
use quote::quote;

use crate::{
    Context, Mistake, check, emit, parse, report::Report, spec::fill_is_an_expression, tell::lexed,
};

/// For `build.rs`: reads `file`, relative to the package, and writes `OUT_DIR/<stem>.rs`.
///
/// A line is `Name: spec`, in the grammar of `gather_kernel!`; empty lines and lines that begin with `#`
/// are passed over. Each line becomes a public kernel. Mistakes are printed as
/// `path:line:column: message`, all of them, and fail the build. See the example crate `examples/build-script`.
///
/// ```no_run
/// // build.rs
/// gather_codegen::build("kernels.gather");
/// ```
pub fn build(file: &str) {
    println!("cargo::rerun-if-changed={file}");
    if let Err(mistakes) = generate(file) {
        for mistake in mistakes {
            println!("cargo::error={mistake}");
        }
    }
}

fn generate(file: &str) -> Result<(), Vec<String>> {
    let variable = |name: &str| {
        let missing = |_| vec![format!("{name} is not set; call this from a build script")];
        env::var(name).map_err(missing)
    };
    let (root, out) = (variable("CARGO_MANIFEST_DIR")?, variable("OUT_DIR")?);
    let text = fs::read_to_string(Path::new(&root).join(file))
        .map_err(|error| vec![format!("{file}: {error}")])?;
    let module = module(file, &text)?;
    let name = Path::new(file).with_extension("rs");
    let path = Path::new(&out).join(name.file_name().unwrap_or_default());
    fs::write(&path, module).map_err(|error| vec![format!("{}: {error}", path.display())])
}

/// The module for a text of kernels, formatted, or every mistake of it as `file:line:column: message`.
///
/// # Errors
///
/// The mistakes.
///
/// ```
/// let module = gather_codegen::module("k.gather", "Rows: Gather, f32, u32, data = [_, 768]").unwrap();
/// assert!(module.contains("pub struct Rows;"));
///
/// let mistakes = gather_codegen::module("k.gather", "\nRows: Gather, f32, u32, rank = 2, axis = 2").unwrap_err();
/// assert_eq!(mistakes, ["k.gather:2:42: `axis` must be between -2 and 1 for `rank` 2, found 2"]);
/// ```
pub fn module(file: &str, text: &str) -> Result<String, Vec<String>> {
    let mut items = TokenStream::new();
    let mut mistakes = Vec::new();
    let mut names = Vec::new();
    for (n, line) in text.lines().enumerate() {
        let content = line.trim_start();
        if content.is_empty() || content.starts_with('#') {
            continue;
        }
        match kernel(file, n + 1, line, &mut names) {
            Ok(kernel) => items.extend(kernel),
            Err(errors) => {
                for Mistake { start, text, .. } in errors {
                    mistakes.push(format!("{file}:{}:{}: {text}", n + 1, start + 1));
                }
            }
        }
    }
    if !mistakes.is_empty() {
        return Err(mistakes);
    }
    let parsed = syn::parse2(items).map_err(|error| vec![format!("{file}: {error}")])?;
    Ok(prettyplease::unparse(&parsed))
}

/// One line as a public item.
fn kernel(
    file: &str,
    number: usize,
    line: &str,
    names: &mut Vec<String>,
) -> Result<TokenStream, Vec<Mistake>> {
    let tokens = lexed(line).map_err(|mistake| vec![mistake])?;
    let doc = format!(" From `{file}`, line {number}.");
    let mut report = Report::default();
    let raw = parse::kernel(quote!(#[doc = #doc] pub struct #tokens), &mut report);
    let spec = raw.spec.and_then(|raw| check::check(raw, &mut report));
    let mistake = |at: Span, text: String| Mistake::new(line, at, text);
    let spec = report.finish(spec).map_err(|errors| {
        let errors = errors.iter();
        let mistakes = errors.map(|error| mistake(error.span(), error.to_string()));
        mistakes.collect::<Vec<_>>()
    })?;
    fill_is_an_expression(&spec).map_err(|error| vec![mistake(error.span(), error.to_string())])?;
    let name = spec.item.as_ref().map(|item| item.name.clone());
    let text = name.as_ref().map(ToString::to_string).unwrap_or_default();
    if names.contains(&text) {
        let at = name.map_or_else(Span::call_site, |name| name.span());
        let words = format!("a kernel named `{text}` stands on an earlier line");
        return Err(vec![mistake(at, words)]);
    }
    names.push(text);
    Ok(emit::kernel(&Context::file(), &spec))
}
