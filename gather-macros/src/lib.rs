//! The procedural macros of `gather-core`. They only forward: everything is in `gather-codegen`, where
//! it can be tested.
//!
//! Users call `gather_core::gather_kernel!` and `gather_core::gather_table!`, which put the path of
//! `gather-core` in front of the tokens, so that it is found under whatever name a user gave it.

#![forbid(unsafe_code)]

use proc_macro::TokenStream;

/// One kernel: `path of gather-core; spec`.
#[proc_macro]
pub fn kernel(tokens: TokenStream) -> TokenStream {
    gather_codegen::kernel(tokens.into()).into()
}

/// A table of kernels: `path of gather-core; table`.
#[proc_macro]
pub fn table(tokens: TokenStream) -> TokenStream {
    gather_codegen::table(tokens.into()).into()
}
