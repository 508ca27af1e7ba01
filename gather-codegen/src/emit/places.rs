//! Places in nested arrays, in emitted code: coordinates, subscripts, loops, and values of array types.

use proc_macro2::{Ident, TokenStream};

use crate::emit::parts::number;

/// A coordinate in emitted code: a number, or the variable of a loop.
#[derive(Clone)]
pub(crate) enum At {
    Number(usize),
    Variable(Ident),
}

impl At {
    pub(crate) fn tokens(&self) -> TokenStream {
        match self {
            Self::Number(n) => number(*n),
            Self::Variable(name) => code!(#name),
        }
    }

    /// The same position in a dimension of this size, of which 1 is there for every coordinate.
    pub(crate) fn within(&self, size: usize) -> Self {
        if size == 1 {
            Self::Number(0)
        } else {
            self.clone()
        }
    }
}

/// `[a][b]`
pub(crate) fn subscripts(at: &[At]) -> TokenStream {
    let at = at.iter().map(At::tokens);
    code!(#([#at])*)
}

/// The number of the element at these coordinates.
pub(crate) fn flat(at: &[At], shape: &[usize]) -> TokenStream {
    let (mut fixed, mut stride) = (0, 1);
    let mut terms = Vec::new();
    for (at, size) in at.iter().zip(shape).rev() {
        match at {
            At::Number(n) => fixed += n * stride,
            At::Variable(name) if stride == 1 => terms.insert(0, code!(#name)),
            At::Variable(name) => {
                let stride = number(stride);
                terms.insert(0, code!(#name * #stride));
            }
        }
        stride *= size;
    }
    if fixed > 0 || terms.is_empty() {
        terms.push(number(fixed));
    }
    code!(#(#terms)+*)
}

/// The type of a nested array, or a nested repetition of a value.
pub(crate) fn array(inner: &TokenStream, shape: &[usize]) -> TokenStream {
    shape.iter().rev().fold(inner.clone(), |inner, size| {
        let size = number(*size);
        code!([#inner; #size])
    })
}

/// Nested `from_fn`, for values that are not `Copy`.
pub(crate) fn from_fn(inner: TokenStream, levels: usize) -> TokenStream {
    (0..levels).fold(inner, |inner, _| code!(__gather::from_fn(|_| #inner)))
}

/// All coordinates of a nest of loops, in order.
pub(crate) fn coordinates(loops: &[usize]) -> Vec<Vec<At>> {
    loops.iter().fold(vec![Vec::new()], |all, size| {
        let extended =
            |before: Vec<At>| (0..*size).map(move |n| [&before[..], &[At::Number(n)]].concat());
        all.into_iter().flat_map(extended).collect()
    })
}

/// `while` loops around a body; the variables are those of `at`.
pub(crate) fn while_loops(at: &[At], sizes: &[usize], body: TokenStream) -> TokenStream {
    at.iter().zip(sizes).rev().fold(body, |body, (at, size)| {
        let (variable, size) = (at.tokens(), number(*size));
        code! {
            let mut #variable = 0;
            while #variable < #size {
                #body
                #variable += 1;
            }
        }
    })
}

pub(crate) fn variables(letter: &str, count: usize) -> Vec<At> {
    (0..count)
        .map(|n| At::Variable(name!("{letter}{n}")))
        .collect()
}
