//! A kernel that obeys every rule, and its name.

use gather_spec::{
    BatchOutput, BatchSizes, DepthZero, Negative, NonAxis, Op, OutOfRange, Preset, Rules, Shape,
};
use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::{Ident, Type};

use crate::parse::Item;

/// Whether the fill value is an expression. In the macro the compiler asks, at the place of the value; what
/// goes to a file or a tool is asked here.
#[cfg(feature = "build")]
pub(crate) fn fill_is_an_expression(spec: &Spec) -> syn::Result<()> {
    let Some(Fill::Value(value)) = &spec.fill else {
        return Ok(());
    };
    let parsed: syn::Result<syn::Expr> = syn::parse2(value.clone());
    match parsed {
        Ok(_) => Ok(()),
        Err(_) => {
            let text = "the value of `fill` is not an expression";
            Err(syn::Error::new_spanned(value, text))
        }
    }
}

/// What a slice is filled with.
#[derive(Clone)]
pub(crate) enum Fill {
    /// `Default`: zero, `false`, the empty string.
    Zero,
    /// What JAX fills with.
    Missing,
    /// The user's expression.
    Value(TokenStream),
}

/// A checked kernel. It exists only if every rule holds, so that emitting it cannot fail.
pub(crate) struct Spec {
    pub(crate) item: Option<Item>,
    /// `axis` and `batch_dims` are counted from the front.
    pub(crate) op: Op,
    /// The same as written; what a call on another rank must use.
    pub(crate) written: Op,
    pub(crate) elem: Type,
    pub(crate) index: Ident,
    pub(crate) data: Vec<Option<usize>>,
    pub(crate) indices: Option<Vec<Option<usize>>>,
    /// Length of the tuples of GatherND, if known.
    pub(crate) depth: Option<usize>,
    pub(crate) rules: Rules,
    /// Present if the policy is to fill.
    pub(crate) fill: Option<Fill>,
}

/// What is known of the indices: sizes, or only the depth.
pub(crate) struct KnownIndices<'a> {
    pub(crate) sizes: Option<&'a [Option<usize>]>,
    pub(crate) depth: Option<usize>,
}

impl Shape for KnownIndices<'_> {
    fn rank(&self) -> Option<usize> {
        self.sizes.map(<[_]>::len)
    }

    fn size(&self, axis: usize) -> Option<usize> {
        self.sizes?.get(axis).copied().flatten()
    }

    fn last_size(&self) -> Option<usize> {
        self.depth.or_else(|| self.sizes?.last().copied().flatten())
    }
}

/// The sizes of a shape in which nothing is unknown.
fn known(shape: &[Option<usize>]) -> Option<Vec<usize>> {
    shape.iter().copied().collect()
}

impl Spec {
    pub(crate) fn rank(&self) -> usize {
        self.data.len()
    }

    /// Both shapes, if everything in them is known.
    pub(crate) fn fixed(&self) -> Option<(Vec<usize>, Vec<usize>)> {
        Some((known(&self.data)?, known(self.indices.as_ref()?)?))
    }

    /// Leading dimensions that data and indices share.
    pub(crate) fn batch(&self) -> usize {
        match self.op {
            Op::GatherNd { batch_dims } | Op::Gather { batch_dims, .. } => front(batch_dims),
            Op::GatherElements { .. } => 0,
        }
    }

    /// The data axis that the first coordinate indexes.
    pub(crate) fn first_axis(&self) -> usize {
        match self.op {
            Op::GatherNd { batch_dims } => front(batch_dims),
            Op::Gather { axis, .. } | Op::GatherElements { axis } => front(axis),
        }
    }

    /// The kernel's name, by one grammar: operator, element, index, data, indices, attributes, depth,
    /// choices.
    pub(crate) fn name(&self) -> String {
        let mut parts = vec![
            match self.op {
                Op::GatherNd { .. } => "gather_nd".into(),
                Op::Gather { .. } => "gather".into(),
                Op::GatherElements { .. } => "gather_elements".into(),
            },
            word(&tidy(&self.elem)),
            self.index.to_string(),
            shape_name('r', 'd', &self.data),
        ];
        if let (Some(indices), Op::GatherNd { .. } | Op::Gather { .. }) = (&self.indices, self.op) {
            parts.push(shape_name('q', 'i', indices));
        } else if let Some(indices) = &self.indices
            && indices.iter().any(Option::is_some)
        {
            parts.push(shape_name('q', 'i', indices));
        }
        match self.op {
            Op::GatherNd { batch_dims } => parts.push(format!("b{batch_dims}")),
            Op::Gather { axis, batch_dims } => parts.push(format!("a{axis}_b{batch_dims}")),
            Op::GatherElements { axis } => parts.push(format!("a{axis}")),
        }
        parts.extend(self.depth.map(|depth| format!("k{depth}")));
        parts.extend(self.choices().iter().map(|(_, words)| word(words)));
        parts.join("_")
    }

    /// The choices that are not ONNX's: key and value, as the macro takes them.
    pub(crate) fn choices(&self) -> Vec<(&'static str, String)> {
        let Rules {
            negative,
            out_of_range,
            depth_zero,
            non_axis,
            batch_output,
            batch_sizes,
            ..
        } = self.rules;
        // Only this preset fills so, and a preset excludes choices of one's own.
        if let Some(Fill::Missing) = self.fill {
            return vec![("semantics", Preset::JaxFill.name().into())];
        }
        let mut choices = Vec::new();
        if negative == Negative::Reject {
            choices.push(("negative", "reject".into()));
        }
        match out_of_range {
            OutOfRange::Error => {}
            OutOfRange::Fill(()) => choices.push(match &self.fill {
                Some(Fill::Value(value)) => ("out_of_range", format!("fill({})", tidy(value))),
                _ => ("out_of_range", "fill".into()),
            }),
            OutOfRange::Clamp => choices.push(("out_of_range", "clamp".into())),
            OutOfRange::Wrap => choices.push(("out_of_range", "wrap".into())),
        }
        if depth_zero == DepthZero::Copy {
            choices.push(("depth_zero", "copy".into()));
        }
        match non_axis {
            NonAxis::AtMost => {}
            NonAxis::Equal => choices.push(("non_axis", "equal".into())),
            NonAxis::Broadcast => choices.push(("non_axis", "broadcast".into())),
        }
        if batch_output == BatchOutput::Flattened {
            choices.push(("batch_output", "flattened".into()));
        }
        if batch_sizes == BatchSizes::Broadcast {
            choices.push(("batch_sizes", "broadcast".into()));
        }
        choices
    }

    /// The kernel in the macro's own grammar, with everything spelled out.
    pub(crate) fn words(&self) -> String {
        let elem = tidy(&self.elem);
        let mut words = format!("{}, {elem}, {}", self.op.operator(), self.index);
        words += &format!(", data = {}", shape_words(&self.data));
        if let Some(indices) = &self.indices {
            words += &format!(", indices = {}", shape_words(indices));
        }
        let last = self.indices.as_ref().and_then(|sizes| *sizes.last()?);
        if let (Some(depth), None) = (self.depth, last) {
            words += &format!(", depth = {depth}");
        }
        words += &match self.op {
            Op::GatherNd { batch_dims } => format!(", batch_dims = {batch_dims}"),
            Op::Gather { axis, batch_dims } => {
                format!(", axis = {axis}, batch_dims = {batch_dims}")
            }
            Op::GatherElements { axis } => format!(", axis = {axis}"),
        };
        for (key, value) in self.choices() {
            words += &format!(", {key} = {value}");
        }
        words
    }
}

/// An attribute that has been counted from the front.
fn front(attribute: i128) -> usize {
    usize::try_from(attribute).unwrap_or(0)
}

/// Tokens as a person writes them: a space between words, after a comma or semicolon and around `+`.
pub(crate) fn tidy(tokens: &impl ToTokens) -> String {
    let text = tokens.to_token_stream().to_string();
    let is_word = |letter: char| letter.is_alphanumeric() || letter == '_';
    let mut tidy = String::new();
    for part in text.split(' ') {
        if part == "+" {
            tidy.push_str(" + ");
            continue;
        }
        let between_words = tidy.ends_with(is_word) && part.starts_with(is_word);
        if between_words || tidy.ends_with([',', ';']) {
            tidy.push(' ');
        }
        tidy.push_str(part);
    }
    tidy
}

/// Some text as part of a name.
fn word(text: &str) -> String {
    let mut word = String::new();
    for letter in text.to_lowercase().replace('-', "minus").chars() {
        if letter.is_alphanumeric() {
            word.push(letter);
        } else if !word.is_empty() && !word.ends_with('_') {
            word.push('_');
        }
    }
    match word.trim_end_matches('_') {
        "" => "unit".into(),
        word => word.to_owned(),
    }
}

/// `r4` for a rank, `dx_768` for a shape.
fn shape_name(rank: char, sizes: char, shape: &[Option<usize>]) -> String {
    if shape.iter().all(Option::is_none) {
        return format!("{rank}{}", shape.len());
    }
    let size = |size: &Option<usize>| size.map_or("x".into(), |size| size.to_string());
    let joined: Vec<String> = shape.iter().map(size).collect();
    format!("{sizes}{}", joined.join("_"))
}

/// `[_, 768]`
pub(crate) fn shape_words(shape: &[Option<usize>]) -> String {
    let size = |size: &Option<usize>| size.map_or("_".into(), |size| size.to_string());
    let joined: Vec<String> = shape.iter().map(size).collect();
    format!("[{}]", joined.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_written_as_a_person_does() {
        for text in [
            "f32",
            "half::f16",
            "Option<&'static str>",
            "Named<u8, [f32; 3]>",
            "(u8, u8)",
            "-1.5",
            "Pixel([9; 3])",
            "Arc<dyn Any>",
            "Arc<dyn Any + Send>",
        ] {
            let tokens: TokenStream = text.parse().unwrap();
            assert_eq!(tidy(&tokens), text);
        }
        assert_eq!(word("Option<&'static str>"), "option_static_str");
        assert_eq!(word("fill(-1.5)"), "fill_minus1_5");
    }
}
