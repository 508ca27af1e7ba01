//! How a kernel's struct is written: as an item, as an expression over a concrete element, or as an
//! expression over an element that may name a type parameter of the function around it.

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote_spanned;
use syn::{Type, spanned::Spanned};

use crate::{
    Context,
    emit::words,
    parse::Item,
    spec::{Fill, Spec},
};

/// Names that are certainly `Copy` primitives: their kernels are plain unit structs and may be `const`.
const PRIMITIVES: &[&str] = &[
    "bool", "char", "f32", "f64", "i8", "i16", "i32", "i64", "i128", "isize", "u8", "u16", "u32",
    "u64", "u128", "usize",
];

/// The generic frame of a kernel's impls.
pub(crate) struct Shell {
    /// Parameters of trait impls: nothing, or the element and its mover with their bounds.
    pub(crate) generics: TokenStream,
    /// Parameters of the inherent impl: a bound there would turn "not an element" into "no method".
    pub(crate) bare: TokenStream,
    /// The bounds again, for the methods; empty if there are none.
    pub(crate) bounds: TokenStream,
    /// `Name` or `Name<T, M>`.
    pub(crate) this: TokenStream,
    /// `f32` or `T`.
    pub(crate) elem: TokenStream,
    /// The type that moves elements.
    pub(crate) mover: TokenStream,
    /// The primitive that the element certainly is.
    pub(crate) primitive: Option<String>,
}

impl Shell {
    pub(crate) fn of(spec: &Spec) -> Self {
        let primitive = primitive(&spec.elem);
        let name = struct_name(spec);
        if spec.item.is_some() || is_concrete(spec) {
            return Self::concrete(&spec.elem, &code!(#name));
        }
        let bounds = bounds(spec);
        Self {
            generics: code!(<T, M: __gather::Mover<T>>),
            bare: code!(<T, M>),
            bounds,
            this: code!(#name<T, M>),
            elem: code!(T),
            mover: code!(M),
            primitive,
        }
        .with_fill_bound(spec)
    }

    /// The frame of a struct without parameters.
    pub(crate) fn concrete(elem: &Type, this: &TokenStream) -> Self {
        Self {
            generics: code!(),
            bare: code!(),
            bounds: code!(),
            this: this.clone(),
            elem: code!(#elem),
            mover: mover(elem),
            primitive: primitive(elem),
        }
    }

    /// What a fill without a value asks of the element, in the trait impls.
    fn with_fill_bound(mut self, spec: &Spec) -> Self {
        self.generics = match &spec.fill {
            Some(Fill::Zero) => code!(<T: __gather::Fillable, M: __gather::Mover<T>>),
            Some(Fill::Missing) => code!(<T: __gather::FillValue, M: __gather::Mover<T>>),
            Some(Fill::Value(_)) | None => self.generics,
        };
        self
    }

    /// The kernel as a whole: the struct and the body inside what the form needs around it.
    pub(crate) fn wrap(&self, context: &Context, spec: &Spec, body: &TokenStream) -> TokenStream {
        if let Some(item) = &spec.item {
            return wrap_item(context, spec, item, body);
        }
        let import = import(&context.krate);
        let name = struct_name(spec);
        if is_concrete(spec) {
            return code! {{
                #import
                #[derive(Clone, Copy, Debug, Default)]
                struct #name;
                #body
                #name
            }};
        }
        let elem = &spec.elem;
        // Asks for `Clone` where the element is written, so that the message points there.
        let checked = match spec.fill {
            Some(Fill::Zero) => code!(checked_fill),
            Some(Fill::Missing) => code!(checked_missing),
            _ => code!(checked),
        };
        let checked = quote_spanned!(elem.span()=> __gather::#checked::<#elem, _>);
        code! {{
            #import
            use __gather::Otherwise as _;
            struct #name<T, M>(__gather::PhantomData<fn() -> T>, __gather::Moved<M>);
            __gather::traits_of_kernel!(#name);
            #body
            #checked(#name::<#elem, _>(__gather::PhantomData, <__gather::Probe<#elem>>::MOVER))
        }}
    }
}

fn wrap_item(context: &Context, spec: &Spec, item: &Item, body: &TokenStream) -> TokenStream {
    let Item { attrs, vis, name } = item;
    let import = import(&context.krate);
    let lints = context.file.then(|| {
        code!(#[allow(unused, unused_qualifications, clippy::all, clippy::pedantic, clippy::restriction, reason = "written by gather-codegen")])
    });
    let docs = words::lines(spec);
    // What guards the item guards its impls, and what it allows is allowed there.
    let guards = attrs
        .iter()
        .filter(|attr| attr.path().is_ident("cfg") || attr.path().is_ident("allow"));
    code! {
        #(#attrs)*
        #(#[doc = #docs])*
        #[derive(Clone, Copy, Debug, Default)]
        #vis struct #name;
        #(#guards)*
        #lints
        const _: () = {
            #import
            #body
        };
    }
}

/// The one name under which expanded code knows core. Items are not hygienic, hence the odd name: the
/// user's own paths must keep their meaning next to it.
pub(crate) fn import(krate: &TokenStream) -> TokenStream {
    code!(use #krate::__private as __gather;)
}

/// Whether an expression names its element directly. A local struct cannot name a type parameter of the
/// function around it, so that all but primitives are passed in from outside; `fill(value)` is an
/// expression of the element type and must stand inside, which excludes type parameters.
fn is_concrete(spec: &Spec) -> bool {
    primitive(&spec.elem).is_some() || matches!(spec.fill, Some(Fill::Value(_)))
}

fn primitive(elem: &Type) -> Option<String> {
    let Type::Path(path) = elem else { return None };
    let name = path.path.get_ident()?.to_string();
    PRIMITIVES.contains(&name.as_str()).then_some(name)
}

/// The mover of a concrete element: asked of the type itself, at its own tokens.
fn mover(elem: &Type) -> TokenStream {
    if primitive(elem).is_some() {
        return code!(__gather::ByCopy);
    }
    let probe = code!({
        use __gather::Otherwise as _;
        <__gather::Probe<#elem>>::IS_ELEMENT
    });
    quote_spanned!(elem.span()=> <__gather::Choice<#probe> as __gather::Choose<#elem>>::Mover)
}

/// What the methods of a kernel over `T` and `M` ask of them.
fn bounds(spec: &Spec) -> TokenStream {
    let moves = if spec.fixed().is_some() {
        code!(T: __gather::Clone)
    } else {
        code!(M: __gather::Mover<T>)
    };
    match &spec.fill {
        Some(Fill::Zero) => code!(#moves, T: __gather::Fillable),
        Some(Fill::Missing) => code!(#moves, T: __gather::FillValue),
        Some(Fill::Value(_)) | None => moves,
    }
}

/// The item's name, or the kernel's name in camel case.
fn struct_name(spec: &Spec) -> Ident {
    if let Some(item) = &spec.item {
        return item.name.clone();
    }
    let mut camel = String::new();
    for word in spec.name().split('_') {
        let mut letters = word.chars();
        camel.extend(letters.next().map(|letter| letter.to_ascii_uppercase()));
        camel.push_str(letters.as_str());
    }
    Ident::new(&camel, Span::mixed_site())
}
