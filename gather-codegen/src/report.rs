//! Collects every mistake of one call.

use core::fmt::Display;

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::Ident;

/// The mistakes found so far, in the order they were found.
#[derive(Default)]
pub(crate) struct Report {
    errors: Vec<syn::Error>,
    of_head: Vec<HeadError>,
}

/// A mistake in the head of a table that shows with one of its entries.
pub(crate) struct HeadError {
    /// The key that is blamed, or the operator.
    pub(crate) key: Ident,
    pub(crate) at: TokenStream,
    pub(crate) text: String,
    /// The number of the entry.
    pub(crate) entry: usize,
}

impl Report {
    /// A mistake in these tokens, which are underlined from the first to the last.
    pub(crate) fn error(&mut self, at: impl ToTokens, text: impl Display) {
        self.errors.push(syn::Error::new_spanned(at, text));
    }

    /// A mistake in the head of a table that shows with one of its entries.
    pub(crate) fn error_of_head(&mut self, error: HeadError) {
        self.of_head.push(error);
    }

    /// Tells the mistakes in the head of a table that showed with some of its entries: each key once,
    /// with the first entry's number unless all of them say the same.
    pub(crate) fn settle_head(&mut self, entries: usize) {
        let all = core::mem::take(&mut self.of_head);
        for (n, first) in all.iter().enumerate() {
            if all[..n].iter().any(|before| before.key == first.key) {
                continue;
            }
            let HeadError {
                at, text, entry, ..
            } = first;
            let same = |other: &&HeadError| other.key == first.key && other.text == first.text;
            if all.iter().filter(same).count() == entries {
                self.error(at, text);
            } else {
                self.error(at, format!("in entry {entry} of the table, {text}"));
            }
        }
    }

    /// A mistake that already knows its place.
    pub(crate) fn push(&mut self, error: syn::Error) {
        self.errors.push(error);
    }

    pub(crate) fn len(&self) -> usize {
        self.errors.len()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.errors.is_empty()
    }

    /// The value, if there is one and nothing is wrong.
    pub(crate) fn finish<T>(mut self, value: Option<T>) -> Result<T, Vec<syn::Error>> {
        match value {
            Some(value) if self.errors.is_empty() => Ok(value),
            _ => {
                if self.errors.is_empty() {
                    let text = "this call was refused without a reason, which is a bug in gather";
                    self.errors
                        .push(syn::Error::new(proc_macro2::Span::call_site(), text));
                }
                Err(self.errors)
            }
        }
    }
}
