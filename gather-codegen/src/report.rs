//! Collects every mistake of one call.

use core::fmt::Display;

use quote::ToTokens;

/// The mistakes found so far, in the order they were found.
#[derive(Default)]
pub(crate) struct Report {
    errors: Vec<syn::Error>,
}

impl Report {
    /// A mistake in these tokens, which are underlined from the first to the last.
    pub(crate) fn error(&mut self, at: impl ToTokens, text: impl Display) {
        self.errors.push(syn::Error::new_spanned(at, text));
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
