//! How a kernel's struct is written: as an item, as an expression over a concrete element, or as an
//! expression over an element that may name a type parameter of the function around it.

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream};
use quote::{ToTokens, quote_spanned};
use syn::{Type, spanned::Spanned};

use crate::{
    Context, element,
    emit::{guards::guards, parts::primitive_type, words},
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
    /// The type that core's loops are driven by, in the methods: the kernel itself, or one beside it.
    pub(crate) driver: Driver,
    /// `f32` or `T`.
    pub(crate) elem: TokenStream,
    /// The type that moves elements.
    pub(crate) mover: TokenStream,
    /// The primitive that the element certainly is.
    pub(crate) primitive: Option<String>,
}

/// Who implements what core's loops are driven by.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Driver {
    Kernel,
    /// A struct that nobody sees. The mover is an associated type that names the element, and the compiler
    /// refuses that for a kernel that is seen further than its element.
    Hidden,
}

impl ToTokens for Driver {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        tokens.extend(match self {
            Self::Kernel => code!(Self),
            Self::Hidden => code!(__Driver),
        });
    }
}

impl Shell {
    pub(crate) fn of(spec: &Spec) -> Self {
        let primitive = primitive(&spec.elem);
        let name = struct_name(spec);
        if spec.item.is_some() || is_concrete(spec) {
            return Self::concrete(&spec.elem, &code!(#name)).by_name(spec);
        }
        let bounds = bounds(spec);
        Self {
            generics: code!(<T, M: __gather::Mover<T>>),
            bare: code!(<T, M>),
            bounds,
            this: code!(#name<T, M>),
            driver: Driver::Kernel,
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
            driver: Driver::Kernel,
            elem: elem_type(elem),
            mover: mover(elem, &elem_type(elem)),
            primitive: primitive(elem),
        }
    }

    /// The same with a name for the element, as [`named`] gives it: what is wrong with the user's own words is told
    /// where the name is given, once.
    fn by_name(mut self, spec: &Spec) -> Self {
        let elem = &spec.elem;
        if is_named(spec) {
            let name = |name| Ident::new(name, elem.span()).to_token_stream();
            self.mover = mover(elem, &name("__Written"));
            self.elem = name("__Element");
            if spec.item.is_some() {
                self.driver = Driver::Hidden;
            }
        }
        self
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
            let element = named(spec);
            return code! {{
                #import
                #element
                #[derive(__gather::Clone, __gather::Copy, __gather::Debug, __gather::Default)]
                struct #name;
                #body
                #name
            }};
        }
        let elem = &spec.elem;
        let kernel =
            code!(#name::<#elem, _>(__gather::PhantomData, <__gather::Probe<#elem>>::MOVER));
        let kernel = ask(elem, "cloned", "CLONE", kernel);
        let kernel = match spec.fill {
            Some(Fill::Zero) => ask(elem, "zeroed", "ZERO", kernel),
            Some(Fill::Missing) => ask(elem, "missed", "MISSING", kernel),
            Some(Fill::Value(_)) | None => kernel,
        };
        code! {{
            #import
            use __gather::Otherwise as _;
            struct #name<T: ?__gather::Sized, M>(__gather::PhantomData<fn() -> T>, __gather::Moved<M>);
            __gather::traits_of_kernel!(#name);
            #body
            #kernel
        }}
    }
}

/// The kernel, if the element has what it needs. The question and the answer reach from the first token of
/// the element to the last, so that the message points there.
fn ask(elem: &Type, question: &str, answer: &str, kernel: TokenStream) -> TokenStream {
    let first = elem.span();
    let last = elem.to_token_stream().into_iter().last();
    let last = last.map_or(first, |token| token.span());
    let (question, answer) = (Ident::new(question, last), Ident::new(answer, last));
    let answer = quote_spanned!(first=> <__gather::Probe<#elem>>::#answer);
    let mut arguments = Group::new(Delimiter::Parenthesis, code!(#answer, #kernel));
    arguments.set_span(last);
    quote_spanned!(first=> __gather::#question #arguments)
}

fn wrap_item(context: &Context, spec: &Spec, item: &Item, body: &TokenStream) -> TokenStream {
    let Item { attrs, vis, name } = item;
    let krate = &context.krate;
    let import = import(krate);
    let derives = ["Clone", "Copy", "Debug", "Default"].map(|name| name!("{name}"));
    let lints = context.file.then(|| {
        code!(#[allow(unused, unused_qualifications, clippy::all, clippy::pedantic, clippy::restriction, reason = "written by gather-codegen")])
    });
    let docs = words::lines(spec);
    let element = named(spec);
    let guards = guards(attrs);
    code! {
        #(#attrs)*
        #(#[doc = #docs])*
        #[derive(#(#krate::__private::#derives),*)]
        #vis struct #name;
        #guards
        #lints
        const _: () = {
            #import
            #element
            #body
        };
    }
}

/// Whether a kernel that is an item or stands for itself gives its element a name: not a primitive, and not what is
/// told by the fill value already.
fn is_named(spec: &Spec) -> bool {
    primitive(&spec.elem).is_none() && !element::is_told_by(&spec.elem, spec.fill.as_ref())
}

/// The element's name in such a kernel. The user's words
/// stand here alone; the documentation shows them.
fn named(spec: &Spec) -> Option<TokenStream> {
    if !is_named(spec) {
        return None;
    }
    let elem = &spec.elem;
    let has_size = code!({
        use __gather::Otherwise as _;
        <__gather::Probe<__Written>>::IS_SIZED
    });
    Some(code! {
        type __Written = #elem;
        #[cfg(not(doc))]
        type __Element = <__gather::Choice<#has_size> as __gather::Stand<__Written>>::Element;
        #[cfg(doc)]
        type __Element = __Written;
    })
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
    primitive_name(elem).map(Ident::to_string)
}

/// The element's name, if it is that of a primitive.
pub(crate) fn primitive_name(elem: &Type) -> Option<&Ident> {
    let Type::Path(path) = elem else { return None };
    let name = path.path.get_ident()?;
    PRIMITIVES.iter().any(|known| name == known).then_some(name)
}

/// An element as expanded code names it. The name of a primitive is the primitive, whatever the user has
/// given it to, because the kernel is written for it; other types are the user's own words.
fn elem_type(elem: &Type) -> TokenStream {
    match primitive_name(elem) {
        Some(name) => primitive_type(&code!(__gather), name),
        None => code!(#elem),
    }
}

/// The mover of a concrete element: asked of the type itself, at its own tokens.
fn mover(elem: &Type, name: &TokenStream) -> TokenStream {
    if primitive(elem).is_some() {
        return code!(__gather::ByCopy);
    }
    let probe = code!({
        use __gather::Otherwise as _;
        <__gather::Probe<#name>>::IS_ELEMENT
    });
    quote_spanned!(elem.span()=> <__gather::Choice<#probe> as __gather::Choose<#name>>::Mover)
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
