//! Tokens to raw specs. Every value keeps its tokens, so that later stages can point at them; after a
//! mistake in a key, parsing goes on at the next comma. Messages say what was expected and what was found;
//! what is missing at the end is told at the last token there is.

use core::ops::Deref;

use proc_macro2::{Delimiter, Group, Spacing, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::{
    Attribute, Ident, LitInt, Token, Type, Visibility,
    ext::IdentExt,
    parse::{Parse, ParseBuffer, ParseStream, Parser},
    token::{Bracket, Paren},
};

use crate::{report::Report, spec::tidy};

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
    /// The number of the entry, if the kernel is one of a table.
    pub(crate) entry: Option<usize>,
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
    pub(crate) entries: Vec<RawEntry>,
    /// Whether every key and value could be read.
    pub(crate) complete: bool,
}

/// One entry of a table, as written.
pub(crate) struct RawEntry {
    pub(crate) args: Vec<Arg>,
    /// Whether every key and value of it could be read.
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
    let last = last(&tokens);
    let parser = |input: ParseStream<'_>| {
        let input = Input { input, last };
        if input.is_empty() {
            return Err(input.expected(
                "an operator, an element type, an index type and `rank` or `data`, as in `GatherND, f32, i64, rank = 4`",
            ));
        }
        let item = item(input)?;
        head.clone_from(&item);
        let (op, elem, index) = subject(input)?;
        let args = args(input, Form::Kernel, report);
        trailing(input, report);
        Ok(RawSpec {
            item,
            entry: None,
            op,
            elem,
            index,
            args,
            complete: report.is_empty(),
        })
    };
    let parsed = bounded(&tokens, 0).and_then(|()| Parser::parse2(parser, tokens));
    let spec = parsed.map_err(|error| report.push(error)).ok();
    Kernel { item: head, spec }
}

/// One table; `None` if not even its head could be read.
pub(crate) fn table(tokens: TokenStream, report: &mut Report) -> Option<RawTable> {
    let last = last(&tokens);
    let parser = |input: ParseStream<'_>| {
        let input = Input { input, last };
        let attrs = input.call(Attribute::parse_outer)?;
        let vis = input.parse()?;
        input.expect::<Token![static]>(
            "a table, as in `static LOOKUP: Gather, f32, u32, axis = 0; data = [_, 768];`",
        )?;
        let name = input.expect("the table's name")?;
        input.expect::<Token![:]>("`:` and the operator")?;
        let (op, elem, index) = subject(input)?;
        let common = args(input, Form::Head, report);
        let mut entries = Vec::new();
        while !input.is_empty() {
            input.expect::<Token![;]>("`,` or `;`")?;
            if input.peek(Token![;]) {
                report.push(input.expected("an entry, as in `data = [_, 768]`"));
            } else if !input.is_empty() {
                let before = report.len();
                entries.push(RawEntry {
                    args: args(input, Form::Entry, report),
                    complete: report.len() == before,
                });
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
    let parsed = bounded(&tokens, 0).and_then(|()| Parser::parse2(parser, tokens));
    parsed.map_err(|error| report.push(error)).ok()
}

/// The last token, to point at if more was expected.
fn last(tokens: &TokenStream) -> Span {
    let last = tokens.clone().into_iter().last();
    last.map_or_else(Span::call_site, |token| match token {
        TokenTree::Group(group) => group.span_close(),
        token => token.span(),
    })
}

/// Tokens to be read, and where they end.
#[derive(Clone, Copy)]
struct Input<'a> {
    input: ParseStream<'a>,
    last: Span,
}

impl<'a> Deref for Input<'a> {
    type Target = ParseBuffer<'a>;

    fn deref(&self) -> &Self::Target {
        self.input
    }
}

impl Input<'_> {
    /// A token that must be there, with our words if it is not.
    fn expect<T: Parse>(self, words: &str) -> syn::Result<T> {
        let expected = self.expected(words);
        self.input.parse().map_err(|_| expected)
    }

    /// Something else stands here, or nothing.
    fn expected(self, words: &str) -> syn::Error {
        let at = if self.input.is_empty() {
            self.last
        } else {
            self.input.span()
        };
        syn::Error::new(at, format!("expected {words}, found {}", found(self.input)))
    }
}

/// The next token as a message names it; characters that belong together, as in `=>`, are one.
fn found(input: ParseStream<'_>) -> String {
    let mut cursor = input.cursor();
    let mut text = String::new();
    while let Some((token, rest)) = cursor.token_tree() {
        let joint = matches!(&token, TokenTree::Punct(punct) if punct.spacing() == Spacing::Joint);
        match token {
            TokenTree::Group(group) => text += &opening(&group),
            token => text += &token.to_string(),
        }
        cursor = rest;
        let separator = rest.punct();
        if !joint || separator.is_some_and(|(next, _)| matches!(next.as_char(), ',' | ';')) {
            break;
        }
    }
    if text.is_empty() {
        return "the end".into();
    }
    format!("`{text}`")
}

/// What a group begins with; what comes through the user's own macro is its content.
fn opening(group: &Group) -> String {
    match group.delimiter() {
        Delimiter::Parenthesis => "(".into(),
        Delimiter::Brace => "{".into(),
        Delimiter::Bracket => "[".into(),
        Delimiter::None => group.stream().to_string(),
    }
}

/// Levels of a type or a value at most. They are read by recursion, which must end before the stack does; in a
/// debug build a level takes up to 40 kB of it.
const MOST_LEVELS: usize = 32;

/// Whether reading these tokens ends well, at so many levels. Between commas each bracket, each mark and each word
/// behind a word is counted as a level, which is what opens one at the most.
fn bounded(tokens: &TokenStream, around: usize) -> syn::Result<()> {
    let (mut level, mut behind_word) = (around, false);
    for token in tokens.clone() {
        let is_word = matches!(token, TokenTree::Ident(_));
        match &token {
            // Attributes are read one after another.
            TokenTree::Punct(mark) if matches!(mark.as_char(), ',' | ';' | '#') => level = around,
            TokenTree::Punct(mark) => level += usize::from(!matches!(mark.as_char(), ':' | '>')),
            TokenTree::Ident(_) => level += usize::from(behind_word),
            TokenTree::Group(_) => level += 1,
            TokenTree::Literal(_) => {}
        }
        behind_word = is_word;
        if level > MOST_LEVELS {
            let text = format!(
                "expected a type or a value of at most {MOST_LEVELS} levels, found more; give a part of it a name"
            );
            return Err(syn::Error::new(token.span(), text));
        }
        if let TokenTree::Group(group) = token {
            bounded(&group.stream(), level)?;
        }
    }
    Ok(())
}

/// `attributes vis struct Name:`, if it is the item form.
fn item(input: Input<'_>) -> syn::Result<Option<Item>> {
    let attrs = input.call(Attribute::parse_outer)?;
    let vis: Visibility = input.parse()?;
    if attrs.is_empty() && matches!(vis, Visibility::Inherited) && !input.peek(Token![struct]) {
        return Ok(None);
    }
    input.expect::<Token![struct]>("`struct` and the kernel's name")?;
    let name = input.expect("the kernel's name")?;
    input.expect::<Token![:]>("`:` and the operator")?;
    Ok(Some(Item { attrs, vis, name }))
}

/// `Operator, element, index`.
fn subject(input: Input<'_>) -> syn::Result<(Ident, Type, Type)> {
    let op = input.expect("an operator, `GatherND`, `Gather` or `GatherElements`")?;
    input.expect::<Token![,]>("`,` and the element type")?;
    let elem = type_of(input, "the element type")?;
    input.expect::<Token![,]>("`,` and the index type")?;
    let index = type_of(input, "the index type")?;
    Ok((op, elem, index))
}

/// A type; not the first key of a call in which it was forgotten.
fn type_of(input: Input<'_>, words: &str) -> syn::Result<Type> {
    if input.peek(Ident) && input.peek2(Token![=]) {
        return Err(input.expected(words));
    }
    let mut ty: Type = input.expect(words)?;
    // What comes through a `$t:ty` of the user's own macro stands in an invisible group.
    loop {
        ty = match ty {
            Type::Group(group) => *group.elem,
            Type::Paren(paren) => *paren.elem,
            plain => return Ok(plain),
        };
    }
}

fn at_end(input: Input<'_>) -> bool {
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
fn args(input: Input<'_>, form: Form, report: &mut Report) -> Vec<Arg> {
    let mut args = Vec::new();
    let mut comma_first = form != Form::Entry;
    let words = match form {
        Form::Kernel => "`,`",
        Form::Head | Form::Entry => "`,` or `;`",
    };
    while !at_end(input) {
        if comma_first && let Err(error) = input.expect::<Token![,]>(words) {
            report.push(error);
            let _ = up_to_comma(input);
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
                let _ = up_to_comma(input);
            }
        }
    }
    args
}

/// What stands before the next comma, or before the end.
fn up_to_comma(input: Input<'_>) -> TokenStream {
    let mut tokens = TokenStream::new();
    while !at_end(input) && !input.peek(Token![,]) {
        let token: syn::Result<TokenTree> = input.parse();
        tokens.extend(token);
    }
    tokens
}

/// What is left after the pairs: only a `;` can be.
fn trailing(input: Input<'_>, report: &mut Report) {
    if !input.is_empty() {
        report.push(input.expected("`,` or the end"));
        let _: syn::Result<TokenStream> = input.parse();
    }
}

fn arg(input: Input<'_>) -> syn::Result<Arg> {
    let no_key = input.expected("a key, as in `rank = 4`");
    let key = input.call(Ident::parse_any).map_err(|_| no_key)?;
    let missing = |words: &str| {
        let words = format!("expected {words} `{key}`, found {}", found(input.input));
        let nothing = at_end(input) || input.peek(Token![,]);
        let at = if nothing { key.span() } else { input.span() };
        syn::Error::new(at, words)
    };
    // `==` and `=>` begin with the right character.
    if input.peek(Token![==]) || input.peek(Token![=>]) || !input.peek(Token![=]) {
        return Err(missing("`=` and a value after"));
    }
    let _: Token![=] = input.parse()?;
    if at_end(input) || input.peek(Token![,]) {
        return Err(missing("a value for"));
    }
    let (value, at) = value(input, &key)?;
    Ok(Arg { key, value, at })
}

fn value(input: Input<'_>, key: &Ident) -> syn::Result<(Value, TokenStream)> {
    let whole = input.fork();
    let (value, at) = if input.peek(Bracket) {
        shape(input)?
    } else if input.peek(LitInt) || input.peek(Token![-]) && input.peek2(LitInt) {
        int(input, key)?
    } else if input.peek(Ident::peek_any) {
        word(input)?
    } else if input.cursor().punct().is_some() {
        return Ok(other(up_to_comma(input)));
    } else {
        let token: TokenTree = input.parse()?;
        other(token.into())
    };
    if !goes_on(input) {
        return Ok((value, at));
    }
    let _ = up_to_comma(input);
    let last = input.last;
    Ok(other(up_to_comma(Input {
        input: &whole,
        last,
    })))
}

/// Whether a value is only the beginning of what was written, as in `2 + 2` or `OutOfRange::Clamp`. Where a
/// word or a number follows, a comma was forgotten.
fn goes_on(input: Input<'_>) -> bool {
    let next = input.cursor().punct();
    next.is_some_and(|(punct, _)| !matches!(punct.as_char(), ',' | ';'))
}

/// Tokens that no key has for a value.
fn other(tokens: TokenStream) -> (Value, TokenStream) {
    (Value::Other(tidy(&tokens)), tokens)
}

fn int(input: Input<'_>, key: &Ident) -> syn::Result<(Value, TokenStream)> {
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
fn word(input: Input<'_>) -> syn::Result<(Value, TokenStream)> {
    let word = input.call(Ident::parse_any)?;
    let at = word.to_token_stream();
    if !input.peek(Paren) {
        return Ok((Value::Word(word, None), at));
    }
    let inner;
    syn::parenthesized!(inner in input.input);
    let argument: TokenStream = inner.parse()?;
    Ok((Value::Word(word, Some(argument)), at))
}

/// `[30, _, 100]`.
fn shape(input: Input<'_>) -> syn::Result<(Value, TokenStream)> {
    let at = input
        .cursor()
        .token_tree()
        .map(|(tree, _)| tree.to_token_stream())
        .unwrap_or_default();
    let inner;
    let bracket = syn::bracketed!(inner in input.input);
    let sizes = sizes(Input {
        input: &inner,
        last: bracket.span.close(),
    });
    if sizes.is_err() {
        // syn reports what is left in a bracket as a second mistake
        let _: syn::Result<TokenStream> = inner.parse();
    }
    Ok((Value::Shape(sizes?), at))
}

fn sizes(inner: Input<'_>) -> syn::Result<Vec<Size>> {
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
            let literal: LitInt = inner.expect("a size as a literal or `_`")?;
            let at = literal.to_token_stream();
            let words = format!("a size must fit the machine's `usize`, found {literal}");
            let size = literal
                .base10_parse()
                .map_err(|_| syn::Error::new_spanned(&literal, words))?;
            let size = Some(size);
            sizes.push(Size { size, at });
        }
        if !inner.is_empty() {
            inner.expect::<Token![,]>("`,` or `]`")?;
        }
    }
    Ok(sizes)
}
