//! What the tokens of an element type tell: mistakes of which the compiler would make many messages, one
//! for each place in the kernel that names the element.

use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::{GenericArgument, Ident, Lifetime, PathArguments, Type};

use crate::{
    report::Report,
    spec::{Fill, tidy},
};

/// Checks an element type. An item stands for itself: what belongs to the function or the impl around it,
/// such as a lifetime to be found out, is not there.
pub(crate) fn check(elem: &Type, in_item: bool, report: &mut Report) {
    if let Some(mistake) = no_size(elem).or_else(|| inside(elem, in_item)) {
        report.error(mistake.at, mistake.text);
    }
}

struct Mistake {
    at: TokenStream,
    text: String,
}

impl Mistake {
    fn new(at: impl ToTokens, text: impl Into<String>) -> Self {
        Self {
            at: at.to_token_stream(),
            text: text.into(),
        }
    }
}

/// A type whose values have no size of their own.
fn no_size(elem: &Type) -> Option<Mistake> {
    let found = tidy(elem);
    let reference = match elem {
        Type::Slice(_) => format!("&'static {found}"),
        Type::TraitObject(object) if object.bounds.len() > 1 => format!("&'static ({found})"),
        Type::TraitObject(_) => format!("&'static {found}"),
        Type::Path(path) if path.path.is_ident("str") => format!("&'static {found}"),
        _ => return None,
    };
    let text = format!("`{found}` has no fixed size; gather references, as in `{reference}`");
    Some(Mistake::new(elem, text))
}

/// The first mistake anywhere in the type.
fn inside(ty: &Type, in_item: bool) -> Option<Mistake> {
    let inside = |ty| inside(ty, in_item);
    match ty {
        Type::Infer(_) => Some(Mistake::new(
            ty,
            "expected the element type in full, found `_`",
        )),
        Type::ImplTrait(_) => {
            let text = format!("expected one element type, found `{}`", tidy(ty));
            Some(Mistake::new(ty, text))
        }
        Type::Reference(reference) => {
            let (lifetime, elem) = (&reference.lifetime, &reference.elem);
            if in_item && lifetime.is_none() {
                let mutability = &reference.mutability;
                let meant = tidy(&quote!(&'static #mutability #elem));
                let text = format!("expected a lifetime, as in `{meant}`, found none");
                return Some(Mistake::new(reference.and_token, text));
            }
            let lifetime = lifetime.as_ref();
            let unnamed = lifetime.and_then(|lifetime| unnamed(lifetime, in_item));
            unnamed.or_else(|| inside(elem))
        }
        Type::Array(array) => inside(&array.elem),
        Type::Slice(slice) => inside(&slice.elem),
        Type::Ptr(pointer) => inside(&pointer.elem),
        Type::Paren(paren) => inside(&paren.elem),
        Type::Group(group) => inside(&group.elem),
        Type::Tuple(tuple) => tuple.elems.iter().find_map(inside),
        Type::Path(path) => {
            if let (true, Some(first)) = (in_item, path.path.segments.first())
                && first.ident == "Self"
            {
                return Some(Mistake::new(&first.ident, SELF));
            }
            let qualified = path.qself.iter().find_map(|qself| inside(&qself.ty));
            let segments = path.path.segments.iter();
            let mut arguments = segments.flat_map(|segment| arguments(&segment.arguments));
            qualified.or_else(|| {
                arguments.find_map(|argument| match argument {
                    GenericArgument::Lifetime(lifetime) => unnamed(lifetime, in_item),
                    GenericArgument::Type(ty) => inside(ty),
                    _ => None,
                })
            })
        }
        _ => None,
    }
}

fn arguments(arguments: &PathArguments) -> Vec<&GenericArgument> {
    match arguments {
        PathArguments::AngleBracketed(arguments) => arguments.args.iter().collect(),
        _ => Vec::new(),
    }
}

/// A lifetime that only a function could find out.
fn unnamed(lifetime: &Lifetime, in_item: bool) -> Option<Mistake> {
    let text = "expected the name of a lifetime, as in `'static`, found `'_`";
    (in_item && lifetime.ident == "_").then(|| Mistake::new(lifetime, text))
}

/// `Self` where an item is the kernel itself.
pub(crate) const SELF: &str = "`Self` would be the kernel here; write the type's own name";

/// The element as the kernel names it. A type parameter, which neither the element nor the fill value of an
/// item can name, is a mistake in both and would be told of both: by the look of it, it is named by the
/// token of the value alone.
pub(crate) fn told_once(elem: &Type, fill: Option<&Fill>) -> Type {
    let mut elem = elem.clone();
    if let (Type::Path(path), Some(Fill::Value(value))) = (&mut elem, fill)
        && let Some(name) = path.path.get_ident()
        && looks_like_a_parameter(name)
        && let Some(in_value) = find(name, value.clone())
    {
        path.path = in_value.into();
    }
    elem
}

/// Whether this is an element by [`told_once`], which is named by a token of the fill value.
pub(crate) fn is_told_by(elem: &Type, fill: Option<&Fill>) -> bool {
    if let (Type::Path(path), Some(Fill::Value(value))) = (elem, fill)
        && let Some(name) = path.path.get_ident()
    {
        return looks_like_a_parameter(name) && find(name, value.clone()).is_some();
    }
    false
}

/// `T`, `U`, `T1`.
fn looks_like_a_parameter(name: &Ident) -> bool {
    let name = name.to_string();
    let mut letters = name.chars();
    letters
        .next()
        .is_some_and(|first| first.is_ascii_uppercase())
        && letters.all(|letter| letter.is_ascii_digit())
}

/// The first token of this name.
fn find(name: &Ident, tokens: TokenStream) -> Option<Ident> {
    tokens.into_iter().find_map(|token| match token {
        TokenTree::Ident(found) => (found == *name).then_some(found),
        TokenTree::Group(group) => find(name, group.stream()),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use crate::mistakes;

    #[test]
    fn what_an_item_can_name_is_not_refused() {
        for elem in [
            "&'static str",
            "Option<&'static [u8]>",
            "fn(&str) -> &u8",
            "Rc<dyn Fn(&str)>",
            "Cow<'static, str>",
            "<Numbers as Family>::Member",
            "[(u8, Named<{ 3 }>); 2]",
            "*const str",
        ] {
            let item = format!("struct Rows: Gather, {elem}, u32, rank = 1");
            assert!(mistakes(item.parse().unwrap()).is_empty(), "{elem}");
        }
    }

    #[test]
    fn what_a_function_finds_out_is_refused_in_an_item_only() {
        for elem in [
            "&str",
            "Vec<&str>",
            "(u8, &'_ str)",
            "Cow<'_, str>",
            "Self",
            "<Self as Family>::Member",
            "[Self; 2]",
            "<Vec<&str> as IntoIterator>::Item",
        ] {
            let expression = format!("Gather, {elem}, u32, rank = 1");
            assert!(mistakes(expression.parse().unwrap()).is_empty(), "{elem}");
            let filled = format!("{expression}, out_of_range = fill(EMPTY)");
            assert_eq!(mistakes(filled.parse().unwrap()).len(), 1, "{elem}");
            let item = format!("struct Rows: {expression}");
            assert_eq!(mistakes(item.parse().unwrap()).len(), 1, "{elem}");
        }
    }

    #[test]
    fn an_element_does_not_hide_other_mistakes() {
        let found = mistakes("Gather, [u8], u32, rank = 2, axis = 2".parse().unwrap());
        assert_eq!(
            found,
            [
                "`[u8]` has no fixed size; gather references, as in `&'static [u8]`",
                "`axis` must be between -2 and 1 for `rank` 2, found 2",
            ]
        );
    }
}
