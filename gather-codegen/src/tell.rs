//! One kernel as text, for tools: what the macro would say about it, and what it would write.
//!
//! The same stages as in the macro, with places counted in the text instead of the compiler's spans.

use core::{fmt, str::FromStr};

use proc_macro2::{Span, TokenStream};
use quote::quote;

use crate::{
    Context, check, emit, parse,
    report::Report,
    spec::{Spec, fill_is_an_expression},
};

/// A mistake in a text and where it is.
///
/// ```
/// let [mistake] = &gather_codegen::diagnose("Gather, f32, i64, rank = 2, axsi = 1")[..] else { panic!() };
/// assert_eq!((mistake.line, mistake.start, mistake.end), (1, 28, 32));
/// assert_eq!(mistake.to_string(), "1:29: unknown key `axsi`; did you mean `axis`?");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// The line where it begins, from 1.
    pub line: usize,
    /// The first character of that line that is wrong, from 0.
    pub start: usize,
    /// The character after the last wrong one of that line; greater than `start`.
    pub end: usize,
    /// What is wrong.
    pub text: String,
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.start + 1, self.text)
    }
}

impl Mistake {
    /// A mistake somewhere in `source`. What spans lines is marked to the end of its first, and what has
    /// no place of its own (something is missing) at the end of the text.
    pub(crate) fn new(source: &str, span: Span, text: String) -> Self {
        let (from, to) = (span.start(), span.end());
        if from == to {
            return Self::at_end(source, text);
        }
        let width = source
            .lines()
            .nth(from.line.saturating_sub(1))
            .map_or(0, width);
        let end = if to.line == from.line {
            to.column
        } else {
            width
        };
        Self {
            line: from.line,
            start: from.column,
            end: end.max(from.column + 1),
            text,
        }
    }

    fn at_end(source: &str, text: String) -> Self {
        let last = source.trim_end().lines().enumerate().last();
        let (line, start) = last.map_or((1, 0), |(n, line)| (n + 1, width(line)));
        Self {
            line,
            start,
            end: start + 1,
            text,
        }
    }
}

fn width(line: &str) -> usize {
    line.chars().count()
}

/// The mistakes of one `gather_kernel!` call, in the order of the text; empty if there are none.
///
/// ```
/// assert!(gather_codegen::diagnose("GatherND, f32, i64, rank = 4, batch_dims = 2").is_empty());
/// ```
#[must_use]
pub fn diagnose(source: &str) -> Vec<Mistake> {
    checked(source).err().unwrap_or_default()
}

/// What one `gather_kernel!` call is expanded to, formatted.
///
/// # Errors
///
/// Its mistakes.
///
/// ```
/// let code = gather_codegen::expansion("GatherND, f32, i64, rank = 4, batch_dims = 2").unwrap();
/// assert!(code.starts_with("{\n"));
/// let item = gather_codegen::expansion("pub struct Rows: Gather, f32, u32, data = [_, 768]").unwrap();
/// assert!(item.contains("pub struct Rows;"));
/// ```
pub fn expansion(source: &str) -> Result<String, Vec<Mistake>> {
    let spec = checked(source)?;
    let is_item = spec.item.is_some();
    let tokens = emit::kernel(&Context::plain(), &spec);
    formatted(tokens, is_item).map_err(|error| {
        // Emitted code is Rust, so this does not happen; should it, the code's author is told.
        let text = format!("the expansion is not Rust, which is a bug in gather: {error}");
        vec![Mistake::at_end(source, text)]
    })
}

/// Text to tokens. What cannot be read is one character, at a place of its own.
pub(crate) fn lexed(source: &str) -> Result<TokenStream, Mistake> {
    TokenStream::from_str(source).map_err(|error| {
        let text = "unbalanced bracket or stray character".to_owned();
        let at = error.span().start();
        if at.line == 0 {
            // Not all mistakes have a place; what is left open is missed at the end.
            return Mistake::at_end(source, text);
        }
        Mistake {
            line: at.line,
            start: at.column,
            end: at.column + 1,
            text,
        }
    })
}

/// Text to a checked spec, or every mistake in the order of the text.
fn checked(source: &str) -> Result<Spec, Vec<Mistake>> {
    let tokens = lexed(source).map_err(|mistake| vec![mistake])?;
    let mut report = Report::default();
    let raw = parse::kernel(tokens, &mut report);
    let spec = raw.spec.and_then(|raw| check::check(raw, &mut report));
    let spec = report.finish(spec).and_then(|spec| {
        fill_is_an_expression(&spec).map_err(|error| vec![error])?;
        Ok(spec)
    });
    spec.map_err(|errors| {
        let place = |error: &syn::Error| Mistake::new(source, error.span(), error.to_string());
        let mut mistakes: Vec<_> = errors.iter().map(place).collect();
        mistakes.sort_by_key(|mistake| (mistake.line, mistake.start));
        mistakes
    })
}

/// Emitted code as one would write it. What is not an item is a block.
fn formatted(tokens: TokenStream, is_item: bool) -> syn::Result<String> {
    const HEAD: &str = "fn kernel() ";
    if is_item {
        return Ok(prettyplease::unparse(&syn::parse2(tokens)?));
    }
    let function = syn::parse2(quote!(fn kernel() #tokens))?;
    let text = prettyplease::unparse(&function);
    Ok(text.strip_prefix(HEAD).unwrap_or(&text).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The wrong part of the text with its message, for each mistake.
    fn marked(source: &str) -> Vec<(String, String)> {
        let part = |mistake: Mistake| {
            let line = source.lines().nth(mistake.line - 1).unwrap_or_default();
            let (start, count) = (mistake.start, mistake.end - mistake.start);
            (line.chars().skip(start).take(count).collect(), mistake.text)
        };
        diagnose(source).into_iter().map(part).collect()
    }

    fn parts(source: &str) -> Vec<String> {
        marked(source).into_iter().map(|(part, _)| part).collect()
    }

    #[test]
    fn the_smallest_wrong_token_is_marked() {
        assert_eq!(parts("GatherND, f32, i64, rank = 4, batch_dims = 4"), ["4"]);
        assert_eq!(parts("GatherNd, f32, i64, rank = 4"), ["GatherNd"]);
        assert_eq!(parts("Gather, f32, f64, rank = 4"), ["f64"]);
        assert_eq!(parts("Gather, f32, i64,\n  rank = 2,\n  axis = 7"), ["7"]);
        // Columns are characters, not bytes.
        assert_eq!(
            parts("/* é… */ Gather, f32, i64, rank = 2, axsi = 1"),
            ["axsi"]
        );
    }

    #[test]
    fn all_mistakes_are_told_in_the_order_of_the_text() {
        let source = "Gather, f32, i64, rank = 2, axsi = 1, negative = maybe";
        assert_eq!(parts(source), ["axsi", "maybe"]);
    }

    #[test]
    fn what_is_missing_is_marked_behind_the_last_character() {
        for source in ["", "Gather", "Gather, f32, i64", "Gather,\n f32,\n"] {
            let mistakes = diagnose(source);
            let [mistake] = &mistakes[..] else {
                panic!("{source}: {mistakes:?}");
            };
            let last = source.trim_end().lines().last().unwrap_or_default();
            let behind = (mistake.start, mistake.end) == (last.len(), last.len() + 1);
            let inside = mistake.end <= last.len();
            assert!(behind || inside, "{source}: {mistake:?}");
        }
        assert_eq!(diagnose("")[0].start, 0);
    }

    #[test]
    fn text_that_is_not_tokens_is_one_mistake() {
        for (source, start) in [
            ("Gather, (f32", 8),
            ("Gather, f32) ", 11),
            ("Gather, 'f32 \"", 13),
            ("\u{0}", 0),
        ] {
            let mistakes = diagnose(source);
            let [mistake] = &mistakes[..] else {
                panic!("{source}: {mistakes:?}");
            };
            assert_eq!(mistake.start, start, "{source}");
        }
    }

    #[test]
    fn expansions_are_rust() {
        for source in [
            "GatherND, f32, i64, rank = 4, batch_dims = 2",
            "Gather, Vec<T>, u8, data = [_, 4]",
            "GatherElements, f32, i32, data = [2, 2], indices = [2, 2]",
        ] {
            let code = expansion(source).unwrap();
            assert!(code.starts_with("{\n") && code.ends_with("}\n"), "{code}");
        }
        let mistakes = expansion("GatherND, f32, i64").unwrap_err();
        assert_eq!(mistakes, diagnose("GatherND, f32, i64"));
    }

    #[test]
    fn text_that_is_left_open_is_told_inside_it() {
        for source in [
            "Gather, 'f32 \"",
            "\"",
            "'",
            "Gather, 'f32 \" \n\n",
            "/*",
            "",
        ] {
            for mistake in diagnose(source) {
                let line = source.lines().nth(mistake.line - 1).unwrap_or_default();
                let inside = mistake.start < mistake.end && mistake.end <= width(line) + 1;
                assert!(inside, "{mistake:?} in {source:?}");
            }
        }
    }
}
