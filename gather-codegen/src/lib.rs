//! `gather_kernel!` and `gather_table!` as a plain library.
//!
//! ```text
//! tokens ──parse──► RawSpec   every value keeps its tokens
//!        ──check──► Spec      exists only if every rule of gather-spec holds
//!        ──emit───► tokens    a zero-sized kernel type; cannot fail, no `unsafe`
//! ```
//!
//! All mistakes of one call are collected and reported together, each at the smallest wrong token. The
//! feature `build` adds [`build`] and [`module`], the same for a text file of kernels in a build script,
//! and [`diagnose`] and [`expansion`], the same for tools.
//!
//! Nothing here depends on the compiler's own token types, so everything can be tested as ordinary code.

#![forbid(unsafe_code)]

/// `quote!` for emitted code. Its local variables are invisible to the user's expressions; `quote!` itself
/// would make them ordinary names of the caller. That is not enough: items are never hygienic, a pattern
/// whose name is that of a user's constant is that constant, and printed code has no hygiene. So every name
/// that is bound begins with `__`, every other comes through `__gather`, and methods are called by their
/// paths.
macro_rules! code {
    ($($tokens:tt)*) => { ::quote::quote_spanned!(::proc_macro2::Span::mixed_site()=> $($tokens)*) };
}

/// An identifier for emitted code.
macro_rules! name {
    ($($format:tt)*) => { ::proc_macro2::Ident::new(&format!($($format)*), ::proc_macro2::Span::mixed_site()) };
}

mod check;
mod choices;
mod doubt;
mod element;
mod emit;
mod near;
mod parse;
mod report;
mod spec;
mod table;

#[cfg(feature = "build")]
mod front;
#[cfg(feature = "build")]
mod tell;

#[cfg(feature = "build")]
pub use front::{build, module};
#[cfg(feature = "build")]
pub use tell::{Mistake, diagnose, expansion};

use proc_macro2::{TokenStream, TokenTree};
use report::Report;

/// Expands one `gather_kernel!` call; mistakes become `compile_error!` tokens.
///
/// The input is `path of gather-core; spec`; without the path, the crate is taken to be `::gather_core`.
///
/// ```
/// let tokens = "GatherND, f32, i64, rank = 4, batch_dims = 4".parse().unwrap();
/// let expansion = gather_codegen::kernel(tokens).to_string();
/// assert!(expansion.contains("`batch_dims` must be less than `rank` (4), found 4"));
/// ```
#[must_use]
pub fn kernel(tokens: TokenStream) -> TokenStream {
    let (context, tokens) = Context::split(tokens);
    let mut report = Report::default();
    let parse::Kernel { item, spec } = parse::kernel(tokens, &mut report);
    let spec = spec.and_then(|raw| check::check(raw, &mut report));
    match report.finish(spec) {
        Ok(spec) => emit::kernel(&context, &spec),
        Err(errors) => emit::poisoned(item.as_ref(), &errors),
    }
}

/// Expands one `gather_table!` call; mistakes become `compile_error!` tokens.
///
/// ```
/// let tokens = "static LOOKUP: Gather, f32, u32; data = [_, 4]; data = [_, 4];".parse().unwrap();
/// let expansion = gather_codegen::table(tokens).to_string();
/// assert!(expansion.contains("the same shapes as entry 1"));
/// ```
#[must_use]
pub fn table(tokens: TokenStream) -> TokenStream {
    let (context, tokens) = Context::split(tokens);
    let mut report = Report::default();
    let raw = parse::table(tokens, &mut report);
    let head = raw.as_ref().map(|raw| raw.head.clone());
    let table = raw.and_then(|raw| table::check(raw, &mut report));
    match report.finish(table) {
        Ok(table) => emit::table(&context, &table),
        Err(errors) => emit::poisoned_table(head.as_ref(), &errors),
    }
}

/// The mistakes of one `gather_kernel!` call as plain text, in order; empty if there are none.
///
/// ```
/// let mistakes = gather_codegen::mistakes("Gather, f32, i64, rank = 2, axsi = 1".parse().unwrap());
/// assert_eq!(mistakes, ["unknown key `axsi`; did you mean `axis`?"]);
/// ```
#[must_use]
pub fn mistakes(tokens: TokenStream) -> Vec<String> {
    let mut report = Report::default();
    let raw = parse::kernel(tokens, &mut report);
    let spec = raw.spec.and_then(|raw| check::check(raw, &mut report));
    let errors = report.finish(spec).err().unwrap_or_default();
    errors.iter().map(ToString::to_string).collect()
}

/// What the wrapper macros of core say about it before the user's tokens.
struct Context {
    /// How the caller reaches core.
    krate: TokenStream,
    /// Whether core has an allocator, and so tensors to return.
    alloc: bool,
    /// Whether core has several threads.
    threads: Threads,
    /// Whether the code goes to a file, where lints see it; what a macro writes they pass over.
    file: bool,
}

/// Whether core has several threads, and so the methods `par_run` and `par_run_into`.
#[derive(Clone, Copy, PartialEq)]
enum Threads {
    No,
    Yes,
    /// A build script does not know the features of core: core is asked by a macro of its own.
    #[cfg(feature = "build")]
    Ask,
}

impl Context {
    /// Core under its own name, with its default features.
    fn plain() -> Self {
        Self {
            krate: quote::quote!(::gather_core),
            alloc: true,
            threads: Threads::No,
            file: false,
        }
    }

    /// Methods for several threads, if there are any.
    fn parallel(&self, methods: TokenStream) -> TokenStream {
        match self.threads {
            Threads::No => TokenStream::new(),
            Threads::Yes => methods,
            #[cfg(feature = "build")]
            Threads::Ask => code!(__gather::parallel! { #methods }),
        }
    }

    /// The same for a build script.
    #[cfg(feature = "build")]
    fn file() -> Self {
        Self {
            file: true,
            threads: Threads::Ask,
            ..Self::plain()
        }
    }

    /// `$crate; rest`, `$crate no_alloc; rest` or `$crate rayon; rest`.
    fn split(tokens: TokenStream) -> (Self, TokenStream) {
        let mut all = tokens.clone().into_iter();
        let Some(krate) = all.next() else {
            return (Self::plain(), tokens);
        };
        let mut next = all.next();
        let is = |token: &Option<_>, known| matches!(token, Some(TokenTree::Ident(word)) if word == known);
        let (no_alloc, rayon) = (is(&next, "no_alloc"), is(&next, "rayon"));
        if no_alloc || rayon {
            next = all.next();
        }
        match next {
            Some(TokenTree::Punct(semicolon)) if semicolon.as_char() == ';' => {
                let context = Self {
                    krate: krate.into(),
                    alloc: !no_alloc,
                    threads: if rayon { Threads::Yes } else { Threads::No },
                    file: false,
                };
                (context, all.collect())
            }
            _ => (Self::plain(), tokens),
        }
    }
}
