//! Checked specs to tokens. This stage cannot fail.
//!
//! Emitted code is plain: absolute paths into `gather_core::__private` through one import, literal sizes
//! where they are known, no `unsafe`, and no name that a user could meet beyond the kernel's own.
//!
//! - [`ranked`]: rank known, sizes perhaps in part: views in, a tensor out.
//! - [`fixed`]: all sizes known: nested arrays in and out; [`arrays`]: the same through core.
//! - [`table`]: several ranked kernels behind one static.
//! - [`words`]: what a kernel says about itself.

mod arrays;
mod fixed;
mod guards;
mod parts;
mod places;
mod ranked;
mod shell;
mod table;
mod words;

use proc_macro2::TokenStream;

use crate::{Context, parse::Item, spec::Spec};
use shell::Shell;

pub(crate) use table::table;

/// One kernel.
pub(crate) fn kernel(context: &Context, spec: &Spec) -> TokenStream {
    let shell = Shell::of(spec);
    let body = match spec.fixed() {
        Some((data, indices)) => fixed::body(context, spec, &shell, &data, &indices),
        None => ranked::body(context, spec, &shell),
    };
    shell.wrap(context, spec, &body)
}

/// On a mistake: the messages and what the caller's code leans on, so that one mistake is one message.
///
/// An expression that is only `compile_error!` has the error type, about which the compiler says nothing
/// more. An item gets that type through an array length, because a type that is only `compile_error!`
/// would become `()`. A single message stands alone, which is right in either position; several need a
/// block, or the compiler would take them for the beginning of something else.
pub(crate) fn poisoned(item: Option<&Item>, errors: &[syn::Error]) -> TokenStream {
    let errors = errors.iter().map(syn::Error::to_compile_error);
    match item {
        Some(Item { vis, name, .. }) => code! {
            #[allow(missing_docs)]
            #vis type #name = [(); { #(#errors)* }];
            #[allow(missing_docs, non_upper_case_globals)]
            #vis const #name: #name = [];
        },
        None if errors.len() == 1 => code!(#(#errors)*),
        None => code!({ #(#errors)* }),
    }
}

/// The same for a table: the static exists, with the error type.
pub(crate) fn poisoned_table(head: Option<&Item>, errors: &[syn::Error]) -> TokenStream {
    let errors = errors.iter().map(syn::Error::to_compile_error);
    match head {
        Some(Item { vis, name, .. }) => code! {
            #[allow(missing_docs)]
            #vis static #name: [(); { #(#errors)* }] = [];
        },
        None => code!(#(#errors)*),
    }
}
