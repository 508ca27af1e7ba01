//! Attributes of an item that its impls need too: what takes the item away takes them away, and what it allows is
//! allowed there.

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::{Attribute, Meta};

/// The attributes for the impls.
pub(crate) fn guards(attrs: &[Attribute]) -> TokenStream {
    attrs.iter().filter_map(guard).collect()
}

fn guard(attr: &Attribute) -> Option<TokenStream> {
    let meta = attr.meta.to_token_stream();
    let Meta::List(list) = &attr.meta else {
        return kept(meta).map(|meta| code!(#[#meta]));
    };
    if !list.path.is_ident("cfg_attr") {
        return kept(meta).map(|meta| code!(#[#meta]));
    }
    let mut parts = split(list.tokens.clone()).into_iter();
    let condition = parts.next()?;
    let kept: Vec<_> = parts.filter_map(kept).collect();
    (!kept.is_empty()).then(|| code!(#[cfg_attr(#condition, #(#kept),*)]))
}

/// One attribute as the impls have it. They are uses of the item, about which a deprecated one would warn.
fn kept(meta: TokenStream) -> Option<TokenStream> {
    let Some(TokenTree::Ident(name)) = meta.clone().into_iter().next() else {
        return None;
    };
    match name.to_string().as_str() {
        "cfg" | "allow" => Some(meta),
        "deprecated" => Some(code!(allow(deprecated))),
        _ => None,
    }
}

/// What stands between the commas.
fn split(tokens: TokenStream) -> Vec<TokenStream> {
    let mut parts = vec![TokenStream::new()];
    for token in tokens {
        match (&token, parts.last_mut()) {
            (TokenTree::Punct(comma), _) if comma.as_char() == ',' => {
                parts.push(TokenStream::new());
            }
            (_, Some(part)) => part.extend([token]),
            (_, None) => {}
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::guards;
    use syn::{Attribute, parse_quote};

    /// The attributes that the impls of an item with this one have.
    fn of(attr: Attribute) -> String {
        guards(&[attr]).to_string().replace(' ', "")
    }

    #[test]
    fn what_takes_the_item_away_takes_its_impls_away() {
        assert_eq!(
            of(parse_quote!(#[cfg(feature = "x")])),
            "#[cfg(feature=\"x\")]"
        );
        assert_eq!(
            of(parse_quote!(#[cfg_attr(all(a, b), derive(Eq), cfg(c), allow(d, e),)])),
            "#[cfg_attr(all(a,b),cfg(c),allow(d,e))]"
        );
        assert_eq!(of(parse_quote!(#[cfg_attr(a, derive(Eq))])), "");
    }

    #[test]
    fn what_is_the_items_own_stays_there() {
        assert_eq!(of(parse_quote!(#[derive(Eq)])), "");
        assert_eq!(of(parse_quote!(#[doc = "cfg"])), "");
        assert_eq!(of(parse_quote!(#[must_use])), "");
    }

    #[test]
    fn a_deprecated_kernel_may_use_itself() {
        let allowed = "#[allow(deprecated)]";
        assert_eq!(of(parse_quote!(#[deprecated])), allowed);
        assert_eq!(of(parse_quote!(#[deprecated = "old"])), allowed);
        assert_eq!(of(parse_quote!(#[deprecated(note = "old")])), allowed);
    }
}
