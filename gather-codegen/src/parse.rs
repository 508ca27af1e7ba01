//! Tokens to raw specs. Every value keeps its tokens, so that later stages can point at them; after a
//! mistake in a key, parsing goes on at the next comma.

use proc_macro2::{Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::{
    Attribute, Ident, LitInt, Token, Type, Visibility,
    ext::IdentExt,
    parse::{ParseStream, Parser},
    token::{Bracket, Paren},
};

use crate::report::Report;

/// What stands before the colon of the item form.
#[derive(Clone)]
pub(crate) struct Item {
    pub(crate) attrs: Vec<Attribute>,
    pub(crate) vis: Visibility,
    pub(crate) name: Ident,
}

/// One call of `gather_kernel!`, as written.
pub(crate) struct RawSpec {
    pub(crate) item: Option<Item>,
    pub(crate) op: Ident,
    pub(crate) elem: Type,
    pub(crate) index: Type,
    pub(crate) args: Vec<Arg>,
    /// Whether every key and value could be read.
    pub(crate) complete: bool,
}

/// One call of `gather_table!`, as written.
pub(crate) struct RawTable {
    pub(crate) head: Item,
    pub(crate) op: Ident,
    pub(crate) elem: Type,
    pub(crate) index: Type,
    pub(crate) common: Vec<Arg>,
    pub(crate) entries: Vec<Vec<Arg>>,
    /// Whether every key and value could be read.
    pub(crate) complete: bool,
}

/// `key = value`.
#[derive(Clone)]
pub(crate) struct Arg {
    pub(crate) key: Ident,
    pub(crate) value: Value,
    /// The value as written, to point at.
    pub(crate) at: TokenStream,
}

#[derive(Clone)]
pub(crate) enum Value {
    Int(i128),
    Shape(Vec<Size>),
    /// A word, with what stands in parentheses behind it.
    Word(Ident, Option<TokenStream>),
    Other(String),
}

/// One size of a shape: a number or `_`.
#[derive(Clone)]
pub(crate) struct Size {
    pub(crate) size: Option<usize>,
    pub(crate) at: TokenStream,
}

/// What could be read of a kernel: the item's name even if the rest could not.
pub(crate) struct Kernel {
    pub(crate) item: Option<Item>,
    pub(crate) spec: Option<RawSpec>,
}

/// One kernel.
pub(crate) fn kernel(tokens: TokenStream, report: &mut Report) -> Kernel {
    let mut head = None;
    let parser = |input: ParseStream<'_>| {
        if input.is_empty() {
            return Err(syn::Error::new(
                Span::call_site(),
                "expected an operator, an element type, an index type and `rank` or `data`, as in `GatherND, f32, i64, rank = 4`",
            ));
        }
        let item = item(input)?;
        head.clone_from(&item);
        let (op, elem, index) = subject(input)?;
        let args = args(input, Form::Kernel, report);
        trailing(input, report);
        Ok(RawSpec {
            item,
            op,
            elem,
            index,
            args,
            complete: report.is_empty(),
        })
    };
    let parsed = Parser::parse2(parser, tokens);
    let spec = parsed.map_err(|error| report.push(error)).ok();
    Kernel { item: head, spec }
}

/// One table; `None` if not even its head could be read.
pub(crate) fn table(tokens: TokenStream, report: &mut Report) -> Option<RawTable> {
    let parser = |input: ParseStream<'_>| {
        let attrs = input.call(Attribute::parse_outer)?;
        let vis = input.parse()?;
        expect::<Token![static]>(
            input,
            "expected a table, as in `static LOOKUP: Gather, f32, u32, axis = 0; data = [_, 768];`",
        )?;
        let name = input.parse()?;
        expect::<Token![:]>(input, "expected `:` and the operator")?;
        let (op, elem, index) = subject(input)?;
        let common = args(input, Form::Head, report);
        let mut entries = Vec::new();
        while !input.is_empty() {
            expect::<Token![;]>(input, "expected `,` or `;`")?;
            if !input.is_empty() {
                entries.push(args(input, Form::Entry, report));
            }
        }
        let head = Item { attrs, vis, name };
        Ok(RawTable {
            head,
            op,
            elem,
            index,
            common,
            entries,
            complete: report.is_empty(),
        })
    };
    let parsed = Parser::parse2(parser, tokens);
    parsed.map_err(|error| report.push(error)).ok()
}

/// A token that must be there, with our words if it is not.
fn expect<T: syn::parse::Parse>(input: ParseStream<'_>, words: &str) -> syn::Result<T> {
    let parsed = input.parse();
    parsed.map_err(|error: syn::Error| syn::Error::new(error.span(), words))
}

/// `attributes vis struct Name:`, if it is the item form.
fn item(input: ParseStream<'_>) -> syn::Result<Option<Item>> {
    let attrs = input.call(Attribute::parse_outer)?;
    let vis: Visibility = input.parse()?;
    if attrs.is_empty() && matches!(vis, Visibility::Inherited) && !input.peek(Token![struct]) {
        return Ok(None);
    }
    expect::<Token![struct]>(input, "expected `struct` and the kernel's name")?;
    let name = expect(input, "expected the kernel's name")?;
    expect::<Token![:]>(input, "expected `:` and the operator")?;
    Ok(Some(Item { attrs, vis, name }))
}

/// `Operator, element, index`.
fn subject(input: ParseStream<'_>) -> syn::Result<(Ident, Type, Type)> {
    let op = expect(
        input,
        "expected an operator: `GatherND`, `Gather` or `GatherElements`",
    )?;
    expect::<Token![,]>(input, "expected `,` and the element type")?;
    let elem = type_of(input, "expected the element type")?;
    expect::<Token![,]>(input, "expected `,` and the index type")?;
    let index = type_of(input, "expected the index type")?;
    Ok((op, elem, index))
}

/// A type; not the first key of a call in which it was forgotten.
fn type_of(input: ParseStream<'_>, words: &str) -> syn::Result<Type> {
    if input.peek(Ident) && input.peek2(Token![=]) {
        return Err(input.error(words));
    }
    let mut ty: Type = expect(input, words)?;
    // What comes through a `$t:ty` of the user's own macro stands in an invisible group.
    loop {
        ty = match ty {
            Type::Group(group) => *group.elem,
            Type::Paren(paren) => *paren.elem,
            plain => return Ok(plain),
        };
    }
}

fn at_end(input: ParseStream<'_>) -> bool {
    input.is_empty() || input.peek(Token![;])
}

/// Where key and value pairs stand.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// Behind the types of a kernel.
    Kernel,
    /// Behind the types in the head of a table.
    Head,
    /// In an entry of a table, which begins with one.
    Entry,
}

/// `key = value` pairs up to the end or a `;`. Each but the first of an entry follows a comma; the last
/// may be followed by one.
fn args(input: ParseStream<'_>, form: Form, report: &mut Report) -> Vec<Arg> {
    let mut args = Vec::new();
    let mut comma_first = form != Form::Entry;
    let words = match form {
        Form::Kernel => "expected `,`",
        Form::Head | Form::Entry => "expected `,` or `;`",
    };
    while !at_end(input) {
        if comma_first && let Err(error) = expect::<Token![,]>(input, words) {
            report.push(error);
            skip_to_comma(input);
            continue;
        }
        comma_first = true;
        if at_end(input) {
            break;
        }
        match arg(input) {
            Ok(arg) => args.push(arg),
            Err(error) => {
                report.push(error);
                skip_to_comma(input);
            }
        }
    }
    args
}

fn skip_to_comma(input: ParseStream<'_>) {
    while !at_end(input) && !input.peek(Token![,]) {
        let _: syn::Result<TokenTree> = input.parse();
    }
}

/// What is left after the pairs: only a `;` can be.
fn trailing(input: ParseStream<'_>, report: &mut Report) {
    if !input.is_empty() {
        report.push(input.error("unexpected token, expected `,` or the end"));
        let _: syn::Result<TokenStream> = input.parse();
    }
}

fn arg(input: ParseStream<'_>) -> syn::Result<Arg> {
    let key = input
        .call(Ident::parse_any)
        .map_err(|error| syn::Error::new(error.span(), "expected a key, as in `rank = 4`"))?;
    if input.parse::<Token![=]>().is_err() {
        let words = format!("expected `{key} = value`");
        return Err(syn::Error::new(key.span(), words));
    }
    if at_end(input) || input.peek(Token![,]) {
        let words = format!("expected a value for `{key}`");
        return Err(syn::Error::new(key.span(), words));
    }
    let (value, at) = value(input, &key)?;
    Ok(Arg { key, value, at })
}

fn value(input: ParseStream<'_>, key: &Ident) -> syn::Result<(Value, TokenStream)> {
    if input.peek(Bracket) {
        return shape(input);
    }
    if input.peek(LitInt) || input.peek(Token![-]) && input.peek2(LitInt) {
        return int(input, key);
    }
    if input.peek(Ident::peek_any) {
        return word(input);
    }
    let other: TokenTree = expect(input, "expected a value")?;
    let tokens = other.to_token_stream();
    Ok((Value::Other(tokens.to_string()), tokens))
}

fn int(input: ParseStream<'_>, key: &Ident) -> syn::Result<(Value, TokenStream)> {
    let minus: Option<Token![-]> = input.parse()?;
    let literal: LitInt = input.parse()?;
    let at = quote!(#minus #literal);
    match literal.base10_parse::<i128>() {
        Ok(number) => {
            let number = if minus.is_some() { -number } else { number };
            Ok((Value::Int(number), at))
        }
        Err(_) => {
            let words = format!("`{key}` is too large: {literal}");
            Err(syn::Error::new_spanned(at, words))
        }
    }
}

/// A word, or a word and something in parentheses: `fill(0.5)`.
fn word(input: ParseStream<'_>) -> syn::Result<(Value, TokenStream)> {
    let word = input.call(Ident::parse_any)?;
    let at = word.to_token_stream();
    if !input.peek(Paren) {
        return Ok((Value::Word(word, None), at));
    }
    let inner;
    syn::parenthesized!(inner in input);
    let argument: TokenStream = inner.parse()?;
    Ok((Value::Word(word, Some(argument)), at))
}

/// `[30, _, 100]`.
fn shape(input: ParseStream<'_>) -> syn::Result<(Value, TokenStream)> {
    let at = input
        .cursor()
        .token_tree()
        .map(|(tree, _)| tree.to_token_stream())
        .unwrap_or_default();
    let inner;
    syn::bracketed!(inner in input);
    let sizes = sizes(&inner);
    if sizes.is_err() {
        // syn reports what is left in a bracket as a second mistake
        let _: syn::Result<TokenStream> = inner.parse();
    }
    Ok((Value::Shape(sizes?), at))
}

fn sizes(inner: ParseStream<'_>) -> syn::Result<Vec<Size>> {
    let mut sizes = Vec::new();
    while !inner.is_empty() {
        if inner.peek(Token![_]) {
            let unknown: Token![_] = inner.parse()?;
            let at = unknown.to_token_stream();
            sizes.push(Size { size: None, at });
        } else {
            if inner.peek(Token![-]) && inner.peek2(LitInt) {
                let negative: (Token![-], LitInt) = (inner.parse()?, inner.parse()?);
                let (minus, size) = negative;
                let words =
                    format!("a size must not be negative, found -{size}; an unknown size is `_`");
                return Err(syn::Error::new_spanned(quote!(#minus #size), words));
            }
            let literal: LitInt = expect(inner, "expected a size, as a literal, or `_`")?;
            let at = literal.to_token_stream();
            let words = "a size must fit the machine's `usize`";
            let size = literal
                .base10_parse()
                .map_err(|_| syn::Error::new_spanned(&literal, words))?;
            let size = Some(size);
            sizes.push(Size { size, at });
        }
        if !inner.is_empty() {
            expect::<Token![,]>(inner, "expected `,` or `]`")?;
        }
    }
    Ok(sizes)
}
